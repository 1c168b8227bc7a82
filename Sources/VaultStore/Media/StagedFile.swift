/// A file in a stage.
package struct StagedFile {
  let stage: MediaStage
  let name: [UInt8]
}
