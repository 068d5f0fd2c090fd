import { yaml } from '@codemirror/lang-yaml'
import { syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'

/** A text that the page shows, and nobody typed. */
const isShown = Annotation.define()

/** An editor in `parent`; `onEdit` gets the text as somebody types it. */
export function createEditor(parent, label, onEdit) {
  const extensions = [
    basicSetup,
    yaml(),
    syntaxHighlighting(classHighlighter),
    lintGutter(),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isTyped = transactions.some((each) => each.annotation(isShown) !== true && each.docChanged)
      if (docChanged && isTyped) onEdit(state.doc.toString())
    }),
  ]
  const editor = new EditorView({ parent, extensions })
  // It scrolls by the keyboard, too.
  editor.scrollDOM.tabIndex = 0
  const findOffset = (line, column) => {
    const { doc } = editor.state
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
    return Math.min(from + column - 1, to)
  }
  return {
    /** Begins with a text, of which no edit is undone. */
    show: (text) => editor.setState(EditorState.create({ doc: text, extensions })),
    /** As an edit, which can be undone. */
    replace: (text) => {
      if (text === editor.state.doc.toString()) return
      const changes = { from: 0, to: editor.state.doc.length, insert: text }
      editor.dispatch({ changes, annotations: isShown.of(true) })
    },
    /** Marks issues at their places: severity, message and location. */
    mark: (issues) => {
      const marks = issues.map(({ severity, message, rule_id, location, line, column }) => {
        const [start, key] = [findOffset(location.start_line, location.start_char), findOffset(line, column)]
        const to = findOffset(location.end_line, location.end_char)
        const text = rule_id ? `${message} (${rule_id})` : message
        return {
          from: Math.min(start, key),
          to,
          severity: severity === 'warn' ? 'warning' : severity,
          message: text,
        }
      })
      // What holds most of the text is marked in its first line.
      const short = marks.map((each) => ({
        ...each,
        to: Math.min(each.to, editor.state.doc.lineAt(each.from).to),
      }))
      editor.dispatch(setDiagnostics(editor.state, short))
    },
    go: (line, column) => {
      const at = findOffset(line, column)
      editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      editor.focus()
    },
  }
}
