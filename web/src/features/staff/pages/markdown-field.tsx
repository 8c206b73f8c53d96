import { type Media, PLACEHOLDERS } from '@mela/contract'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useField } from '../../../ui/forms/use-field.ts'
import type { Elements } from '../../../ui/layout/elements.ts'

export interface PickerProps {
  title: string
  limit: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

interface MarkdownFieldProps {
  name: string
  label: string
  renderPicker: (props: PickerProps) => Elements
}

/** A text in Markdown, with buttons that insert pictures and placeholders at the cursor. Must be inside a `Form`. */
export function MarkdownField({ name, label, renderPicker }: MarkdownFieldProps) {
  const { registration, error, isMissing } = useField(name)
  const { setValue } = useFormContext()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPicking, setIsPicking] = useState(false)

  function insert(text: string) {
    const field = area.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end, value } = field
    setValue(name, value.slice(0, start) + text + value.slice(end), { shouldDirty: true })
    field.focus()
    field.setSelectionRange(start + text.length, start + text.length)
  }

  function handleChoose([picture]: Media[]) {
    if (picture) insert(`\n\n![${(picture.alt || picture.name).replace(/[[\]\\]/g, '')}](${picture.url})\n\n`)
  }

  return (
    <div className="grid min-w-0 gap-3">
      <Field
        label={label}
        error={error}
        isMissing={isMissing}
        help="Markdown: ## heading, **bold**, *italic*, [link](/contact), - list, > quotation. An empty line begins a paragraph."
      >
        {control => (
          <textarea
            {...control}
            {...registration}
            ref={element => {
              registration.ref(element)
              area.current = element
            }}
            rows={26}
            required
            className="control font-mono text-[0.875rem]!"
          />
        )}
      </Field>
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
    </div>
  )
}
