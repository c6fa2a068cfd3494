REM  Reads the accessibility trees of all top windows inside the office, where a call takes microseconds.
REM  One line a node: depth, role, states (bits), left, top, width, height, name; apart by tabs.
Dim lines(6000) As String
Dim count As Long

Function Walk() As String
  Dim toolkit, window, index
  count = 0
  toolkit = createUnoService("com.sun.star.awt.Toolkit")
  For index = 0 To toolkit.getTopWindowCount() - 1
    window = toolkit.getTopWindow(index)
    If Not IsNull(window) Then Visit(window.getAccessibleContext(), 0)
  Next
  Dim made() As String
  ReDim made(count)
  For index = 0 To count - 1
    made(index) = lines(index)
  Next
  Walk = Join(made, Chr(10))
End Function

Sub Visit(context, depth)
  On Error GoTo Away
  Dim role, states, bits, place, size, children, index, child, label
  If count >= 6000 Then Exit Sub
  role = context.getAccessibleRole()
  states = context.getAccessibleStateSet()
  bits = 0
@STATES@
  If (bits And 3) = 0 And depth > 0 Then Exit Sub
  place = context.getLocationOnScreen()
  size = context.getSize()
  label = context.getAccessibleName()
  lines(count) = depth & Chr(9) & role & Chr(9) & bits & Chr(9) & place.X & Chr(9) & place.Y & Chr(9) & size.Width & Chr(9) & size.Height & Chr(9) & Join(Split(Left(label, 80), Chr(10)), " ")
  count = count + 1
  If depth > 40 Then Exit Sub
@CLOSED@
  children = context.getAccessibleChildCount()
  If children > 400 Then Exit Sub
  For index = 0 To children - 1
    child = context.getAccessibleChild(index)
    If Not IsNull(child) Then Visit(child.getAccessibleContext(), depth + 1)
  Next
Away:
End Sub
