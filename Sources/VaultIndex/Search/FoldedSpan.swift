/// The ranges of a unit in the text and in its folding.
struct FoldedSpan {
  var raw: Range<Int>
  var folded: Range<Int>
}
