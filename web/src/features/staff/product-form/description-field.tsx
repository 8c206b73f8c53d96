import { PRODUCT_FIELDS } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { MarkdownField } from '../../../ui/forms/markdown-field.tsx'
import { RenderedHtml } from '../../../ui/values/rendered-html.tsx'
import type { ProductValues } from './product-values.ts'

const { label, help, rows, max } = PRODUCT_FIELDS.description

/** The description with its toolbar, and how it will look. Must be inside a `Form`. */
export function DescriptionField() {
  const [isPreviewed, setIsPreviewed] = useState(false)

  return (
    <div className="grid gap-3">
      <MarkdownField name="description" label={label} help={help} rows={rows} counter={max} />
      <Button
        variant="outline"
        size={40}
        className="justify-self-start"
        aria-expanded={isPreviewed}
        onClick={() => setIsPreviewed(!isPreviewed)}
      >
        {isPreviewed ? 'Hide preview' : 'Show preview'}
      </Button>
      {isPreviewed && <DescriptionPreview />}
    </div>
  )
}

const previewQuery = (body: string) =>
  queryOptions({
    queryKey: ['pages', 'staff', 'preview', 'description', body],
    queryFn: async () =>
      (await call('POST /pages/preview', { body: { title: '', body, as: 'description' } })).data.html,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

function DescriptionPreview() {
  const typed = useWatch<ProductValues, 'description'>({ name: 'description' })
  const shown = useDebounced(typed) || typed

  return (
    <section aria-label="Preview of the description" className="prose rounded-control border border-line p-4">
      <Async query={useQuery(previewQuery(shown))} loading="Rendering…" error="This cannot be shown.">
        {html => <RenderedHtml html={html} />}
      </Async>
    </section>
  )
}
