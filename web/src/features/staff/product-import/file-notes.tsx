import type { ProductImport } from '@mela/contract'

/** What holds for the whole file: the columns that it lacks and those that are not taken, and sentences about all products. */
export function FileNotes({ found: { ignored, lacking, notes } }: { found: ProductImport }) {
  if (ignored.length === 0 && notes.length === 0 && lacking === '') return null
  return (
    <section aria-label="About the file" className="grid gap-2 text-ink-2">
      {lacking && <p className="wrap-anywhere font-medium text-danger">{lacking}</p>}
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {notes.map(note => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      {ignored.length > 0 && (
        <details open={lacking !== ''}>
          <summary className="min-h-6 cursor-pointer">
            {ignored.length === 1 ? 'One column is not taken' : `${ignored.length} columns are not taken`}
          </summary>
          <p className="wrap-anywhere mt-1">{ignored.join(', ')}</p>
        </details>
      )}
    </section>
  )
}
