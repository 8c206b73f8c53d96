import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { previewQuery } from './pages.api.ts'

/** A preview of the page in the shop. Must be inside a `Form`. */
export function PagePreview({ renderBody }: { renderBody: (html: string) => Elements }) {
  const [title = '', body = ''] = useWatch<Record<string, string>>({ name: ['title', 'body'] })
  const typed = useDebounced(JSON.stringify([title, body]))
  const [shownTitle, shownBody]: [string, string] = typed ? JSON.parse(typed) : [title, body]
  const preview = useQuery(previewQuery(shownTitle, shownBody))

  return (
    <Card title="As it will look">
      <Async query={preview} loading="Rendering…" error="This cannot be shown.">
        {({ title, html }) => (
          <div className="min-w-0">
            <p className="type-h1 wrap-anywhere">{title || 'Without a title'}</p>
            {renderBody(html)}
          </div>
        )}
      </Async>
    </Card>
  )
}
