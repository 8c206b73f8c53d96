import { Bold, Heading, Italic, Link2, List, ListOrdered, type LucideIcon, Table } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { IconButton } from './button.tsx'
import type { Elements } from './cx.ts'
import { Field, FieldCounter, useField } from './text-field.tsx'

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

type Edit = (selected: Selected) => Selected

const EDITS: { label: string; icon: LucideIcon; key?: string; edit: Edit }[] = [
  { label: 'Bold', icon: Bold, key: 'b', edit: text => wrap(text, '**', 'bold') },
  { label: 'Italic', icon: Italic, key: 'i', edit: text => wrap(text, '*', 'italic') },
  { label: 'Heading', icon: Heading, edit: text => prefixLines(text, () => '## ', /^#{1,6} /) },
  { label: 'List', icon: List, edit: text => prefixLines(text, () => '- ', /^[-*+] /) },
  { label: 'Numbered list', icon: ListOrdered, edit: text => prefixLines(text, line => `${line + 1}. `, /^\d+[.)] /) },
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
      {children?.(text => apply(selected => insertText(selected, text)))}
    </div>
  )
}

export interface Selected {
  value: string
  start: number
  end: number
}

/** Replaces the selection; what is inserted between `before` and `after` is selected. */
export function insertText({ value, start, end }: Selected, text: string): Selected {
  const at = start + text.length
  return { value: value.slice(0, start) + text + value.slice(end), start: at, end: at }
}

/** Puts marks around the selection, or takes them away; without a selection around `example`, which is selected then. */
export function wrap({ value, start, end }: Selected, mark: string, example: string): Selected {
  const size = mark.length
  const isWrapped = value.slice(start - size, start) === mark && value.slice(end, end + size) === mark
  if (isWrapped) {
    const without = value.slice(0, start - size) + value.slice(start, end) + value.slice(end + size)
    return { value: without, start: start - size, end: end - size }
  }
  const inner = value.slice(start, end) || example
  const wrapped = value.slice(0, start) + mark + inner + mark + value.slice(end)
  return { value: wrapped, start: start + size, end: start + size + inner.length }
}

/** Begins every selected line with a mark, such as '- ' or '1. ', or takes it away when all of them have it. */
export function prefixLines(
  { value, start, end }: Selected,
  mark: (line: number) => string,
  pattern: RegExp,
): Selected {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const next = value.indexOf('\n', Math.max(end - 1, from))
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const areMarked = lines.every(line => pattern.test(line))
  const changed = lines.map((line, index) => (areMarked ? line.replace(pattern, '') : mark(index) + line)).join('\n')
  // A list, heading or table begins after an empty line.
  const gap = areMarked || from === 0 || value.slice(0, from).endsWith('\n\n') ? '' : '\n'
  const at = from + gap.length
  return { value: value.slice(0, from) + gap + changed + value.slice(to), start: at, end: at + changed.length }
}

/** Makes a link of the selection; its address is selected, to be typed over. */
export function link({ value, start, end }: Selected): Selected {
  const text = value.slice(start, end) || 'text'
  const address = 'https://'
  const at = start + text.length + 3
  return {
    value: `${value.slice(0, start)}[${text}](${address})${value.slice(end)}`,
    start: at,
    end: at + address.length,
  }
}

export function table({ value, end }: Selected): Selected {
  const before = value.slice(0, end).replace(/\n*$/, '')
  const lead = before === '' ? '' : `${before}\n\n`
  const after = value.slice(end).replace(/^\n*/, '\n\n').trimEnd()
  return { value: lead + TABLE + after, start: lead.length, end: lead.length + TABLE.length }
}
