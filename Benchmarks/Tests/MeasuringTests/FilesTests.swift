import Measuring
import Testing

@Suite struct FilesTests {
  @Test("a path is made absolute where something is there")
  func absolute() {
    #expect(absolutePath("/./") == "/")
    #expect(absolutePath(".").hasPrefix("/"))
    #expect(absolutePath("no such file") == "no such file")
  }

  @Test("the free space is that of the file system")
  func space() {
    #expect(freeSpace(at: ".") != nil)
    #expect(freeSpace(at: "no such file") == nil)
  }
}
