import { formatCount } from '@mela/contract'
import { Bold, Heading, Italic, Link2, List, ListOrdered, Table } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../layout/cx.ts'
import type { Elements } from '../layout/elements.ts'
import { Field } from './field.tsx'
import { insertText, link, prefixLines, type Selected, table, wrap } from './markdown-edits.ts'
import { useField } from './use-field.ts'

interface MarkdownFieldProps {
  name: string
  label: string
  help: string
  rows: number
  /** Counts the characters against this maximum. */
  counter?: number
  /** More that inserts text at the cursor. */
  children?: (insert: (text: string) => void) => Elements
}

type Edit = (selected: Selected) => Selected

const EDITS = [
  { label: 'Bold', icon: Bold, key: 'b', edit: (text: Selected) => wrap(text, '**', 'bold') },
  { label: 'Italic', icon: Italic, key: 'i', edit: (text: Selected) => wrap(text, '*', 'italic') },
  { label: 'Heading', icon: Heading, edit: (text: Selected) => prefixLines(text, () => '## ', /^#{1,6} /) },
  { label: 'List', icon: List, edit: (text: Selected) => prefixLines(text, () => '- ', /^[-*+] /) },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    edit: (text: Selected) => prefixLines(text, line => `${line + 1}. `, /^\d+[.)] /),
  },
  { label: 'Link', icon: Link2, key: 'k', edit: link },
  { label: 'Table', icon: Table, edit: table },
]

/** A text in Markdown with a toolbar; Ctrl and B, I or K do what their buttons do. Must be inside a `Form`. */
export function MarkdownField({ name, label, help, rows, counter, children }: MarkdownFieldProps) {
  const { registration, error, isMissing } = useField(name)
  const { setValue } = useFormContext()
  const area = useRef<HTMLTextAreaElement>(null)

  function apply(edit: Edit) {
    const field = area.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end, value } = field
    const next = edit({ value, start, end })
    setValue(name, next.value, { shouldDirty: true })
    field.focus()
    field.setSelectionRange(next.start, next.end)
  }

  function handleKey(event: KeyboardEvent) {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const wanted = isShortcut && EDITS.find(({ key }) => key === event.key.toLowerCase())
    if (!wanted) return
    event.preventDefault()
    apply(wanted.edit)
  }

  return (
    <div className="grid min-w-0 gap-3">
      <Field
        label={label}
        error={error}
        isMissing={isMissing}
        help={help}
        aside={counter === undefined ? null : <Counter name={name} max={counter} />}
      >
        {control => (
          <div className="grid min-w-0 gap-1.5">
            <div role="toolbar" aria-label="Formatting" className="-ml-2 flex flex-wrap">
              {EDITS.map(({ label, icon: Icon, edit }) => (
                <IconButton key={label} label={label} size={40} className="text-ink-2" onClick={() => apply(edit)}>
                  <Icon className="size-4.5" />
                </IconButton>
              ))}
            </div>
            <textarea
              {...control}
              {...registration}
              ref={element => {
                registration.ref(element)
                area.current = element
              }}
              dir="auto"
              rows={rows}
              required
              className="control"
              onKeyDown={handleKey}
            />
          </div>
        )}
      </Field>
      {children?.(text => apply(selected => insertText(selected, text)))}
    </div>
  )
}

/** Visual only; the schema's message is announced. */
function Counter({ name, max }: { name: string; max: number }) {
  const typed = String(useWatch({ name }) ?? '').trim().length

  return (
    <span aria-hidden className={cx('ml-auto shrink-0 whitespace-nowrap tabular-nums', typed > max && 'text-danger')}>
      {`${formatCount(typed)} / ${formatCount(max)}`}
    </span>
  )
}
