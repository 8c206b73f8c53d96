import { type Media, PLACEHOLDERS } from '@mela/contract'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { MarkdownField } from '../../../ui/markdown-field.tsx'

export interface PickerProps {
  title: string
  limit: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

interface PageBodyFieldProps {
  name: string
  label: string
  renderPicker: (props: PickerProps) => Elements
}

/** The text of a page: Markdown, with buttons that insert pictures and placeholders at the cursor. Must be inside a `Form`. */
export function PageBodyField({ name, label, renderPicker }: PageBodyFieldProps) {
  return (
    <MarkdownField
      name={name}
      label={label}
      rows={26}
      help="Markdown: ## heading, **bold**, *italic*, [link](/contact), - list, > quotation. An empty line begins a paragraph."
    >
      {insert => <Insertions insert={insert} renderPicker={renderPicker} />}
    </MarkdownField>
  )
}

interface InsertionsProps {
  insert: (text: string) => void
  renderPicker: (props: PickerProps) => Elements
}

function Insertions({ insert, renderPicker }: InsertionsProps) {
  const [isPicking, setIsPicking] = useState(false)

  function handleChoose([picture]: Media[]) {
    if (picture) insert(`\n\n![${(picture.alt || picture.name).replace(/[[\]\\]/g, '')}](${picture.url})\n\n`)
  }

  return (
    <>
      <Button variant="outline" size={40} className="justify-self-start" onClick={() => setIsPicking(true)}>
        <ImagePlus className="size-4.5" /> Insert picture
      </Button>
      <details className="type-small text-ink-2">
        <summary className="min-h-8 cursor-pointer content-center pointer-coarse:min-h-11">Values of the shop</summary>
        <p className="py-2">
          What stands in double braces is replaced by what the settings say, so that the text stays true when they
          change.
        </p>
        <dl className="grid gap-y-1">
          {Object.entries(PLACEHOLDERS).map(([placeholder, meaning]) => (
            <div key={placeholder} className="flex flex-wrap items-center gap-x-2">
              <dt>
                <button
                  type="button"
                  aria-label={`Insert ${placeholder}`}
                  className="min-h-8 font-mono text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
                  onClick={() => insert(`{{${placeholder}}}`)}
                >
                  {`{{${placeholder}}}`}
                </button>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isPicking &&
        renderPicker({
          title: 'Choose a picture',
          limit: 1,
          chosen: [],
          onChoose: handleChoose,
          onClose: () => setIsPicking(false),
        })}
    </>
  )
}
