import { Bold, Heading, Italic, Link2, List, ListOrdered, type LucideIcon, Table } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { IconButton } from './button.tsx'
import type { Elements } from './cx.ts'
import { Field, FieldCounter, useField } from './text-field.tsx'

const ADDRESS = 'https://'
const TABLE = '| Size | Chest |\n| --- | --- |\n| S | 90 cm |'

interface MarkdownFieldProps {
  name: string
  label: string
  help: string
  rows: number
  counter?: number
  /** More that inserts text at the cursor. */
  children?: (insert: (text: string) => void) => Elements
}

type Edit = (field: HTMLTextAreaElement) => void

const EDITS: { label: string; icon: LucideIcon; key?: string; edit: Edit }[] = [
  { label: 'Bold', icon: Bold, key: 'b', edit: field => wrap(field, '**', 'bold') },
  { label: 'Italic', icon: Italic, key: 'i', edit: field => wrap(field, '*', 'italic') },
  { label: 'Heading', icon: Heading, edit: field => prefixLines(field, () => '## ', /^#{1,6} /) },
  { label: 'List', icon: List, edit: field => prefixLines(field, () => '- ', /^[-*+] /) },
  { label: 'Numbered list', icon: ListOrdered, edit: field => prefixLines(field, at => `${at + 1}. `, /^\d+[.)] /) },
  { label: 'Link', icon: Link2, key: 'k', edit: insertLink },
  { label: 'Table', icon: Table, edit: insertTable },
]

/** A text in Markdown with a toolbar; Ctrl and B, I or K do what their buttons do. Must be inside a `Form`. */
export function MarkdownField({ name, label, help, rows, counter, children }: MarkdownFieldProps) {
  const { registration, error, isMissing } = useField(name)
  const { setValue } = useFormContext()
  const area = useRef<HTMLTextAreaElement>(null)

  function apply(edit: Edit) {
    const field = area.current
    if (!field) return
    field.focus()
    edit(field)
    setValue(name, field.value, { shouldDirty: true })
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
        aside={counter !== undefined && <FieldCounter name={name} max={counter} />}
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
      {children?.(text => apply(field => field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')))}
    </div>
  )
}

/** Puts marks around the selection, or takes them away; without a selection around `example`, which is selected then. */
export function wrap(field: HTMLTextAreaElement, mark: string, example: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const [before, after] = [start - mark.length, end + mark.length]
  const isWrapped = value.slice(before, start) === mark && value.slice(end, after) === mark
  if (isWrapped) {
    field.setRangeText(value.slice(start, end), before, after, 'select')
  } else {
    const inner = value.slice(start, end) || example
    field.setRangeText(mark + inner + mark, start, end)
    field.setSelectionRange(start + mark.length, start + mark.length + inner.length)
  }
}

/** Begins every selected line with a mark, such as '- ' or '1. ', or takes it away when all of them have it. */
export function prefixLines(field: HTMLTextAreaElement, mark: (line: number) => string, pattern: RegExp): void {
  const { selectionStart, selectionEnd, value } = field
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', Math.max(selectionEnd - 1, from))
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const areMarked = lines.every(line => pattern.test(line))
  const changed = lines.map((line, index) => (areMarked ? line.replace(pattern, '') : mark(index) + line))
  field.setRangeText(changed.join('\n'), from, to, 'select')
}

/** Makes a link of the selection; its address is selected, to be typed over. */
export function insertLink(field: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const text = value.slice(start, end) || 'text'
  field.setRangeText(`[${text}](${ADDRESS})`, start, end)
  const at = start + text.length + '[]('.length
  field.setSelectionRange(at, at + ADDRESS.length)
}

export function insertTable(field: HTMLTextAreaElement): void {
  const { selectionEnd: end } = field
  field.setRangeText(`\n\n${TABLE}\n\n`, end, end)
  field.setSelectionRange(end + 2, end + 2 + TABLE.length)
}
