// Notes with their author and time.
import { formatMinuteOrDash } from '../format-time.ts'

type NoteListProps = {
  notes: readonly { id: number; author: string; time: string; text: string }[]
  className: string
}

export const NoteList = ({ notes, className }: NoteListProps) => (
  <ol className={className}>
    {notes.map((note) => (
      <li key={note.id}>
        <span className="hint">
          {note.author} · {formatMinuteOrDash(note.time)}
        </span>
        <p>{note.text}</p>
      </li>
    ))}
  </ol>
)
