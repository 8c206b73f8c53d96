import type { MenuEntry } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { optionsOf, staffCategoriesQuery } from '../categories/categories.api.ts'
import { type NamedField, OrderedEntries } from './entries-field.tsx'
import { LinkField, usePageOptions } from './link-field.tsx'

type Kind = MenuEntry['kind']
type Row = { kind: Kind } & Record<'label' | 'of' | 'to', string>

const KINDS: Record<Kind, { name: string; add: string }> = {
  page: { name: 'Page', add: 'Add page' },
  category: { name: 'Category', add: 'Add category' },
  link: { name: 'Link', add: 'Add link' },
  heading: { name: 'Heading', add: 'Add heading' },
  categories: { name: 'All categories', add: 'Add all categories' },
  contact: { name: 'Email, phone and social links', add: 'Add contact details' },
}
/** What the label of an entry is when none is typed. */
const EMPTY_LABELS: Partial<Record<Kind, string>> = {
  page: 'Empty: the title of the page.',
  category: 'Empty: the name of the category.',
}
const FIXED: readonly Kind[] = ['categories', 'contact']
const IN_HEADER: readonly Kind[] = ['page', 'category', 'link', 'categories']

/** The entries of a menu, ordered by mouse, touch or arrow keys; one at a time is edited. Must be inside a `Form`. */
export function MenuField({ name, label, help, isFooter }: NamedField & { isFooter: boolean }) {
  const { control, getFieldState } = useFormContext<Record<string, Row[]>>()
  const { fields, move, append, remove } = useFieldArray({ control, name })
  const rows: Row[] = useWatch({ control, name }) ?? []
  const [edited, setEdited] = useState<number>()
  const nameOf = useNames()
  const fault: object | undefined = getFieldState(name, useFormState({ control, name })).error
  // The edited entry is skipped: its fields show their own errors.
  const faulty = Object.keys(fault ?? {}).find(key => key in rows && Number(key) !== edited)
  const ofEntry = faulty && `${nameOf(rows[Number(faulty)])}: ${messageIn(Object(fault)[faulty])}`
  const error = ofEntry ?? messageIn({ ...fault, ...(edited !== undefined && { [edited]: undefined }) })
  const items = fields.map(({ id, kind }, index) => ({ _id: id, kind, name: nameOf(rows[index]), index }))
  const isThere = (kind: Kind) => FIXED.includes(kind) && rows.some(row => row.kind === kind)

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{label}</legend>
      <p className="type-small text-ink-2">{help}</p>
      <OrderedEntries
        items={items}
        onChange={(_, from, to) => {
          move(from, to)
          setEdited(undefined)
        }}
        label={`Entries of the ${label.toLowerCase()}, in their order`}
        noun="entry"
        onRemove={({ index }) => {
          remove(index)
          setEdited(undefined)
        }}
        actions={({ kind, name, index }) =>
          !FIXED.includes(kind) && (
            <IconButton
              label={`Edit ${name}`}
              size={40}
              tipEnd
              aria-expanded={index === edited}
              onClick={() => setEdited(index === edited ? undefined : index)}
            >
              <Pencil />
            </IconButton>
          )
        }
      >
        {({ kind, name }) => (
          <>
            <span className={cx('wrap-anywhere', kind === 'heading' ? 'font-semibold' : isFooter && 'pl-5')}>
              {name}
            </span>
            {name !== KINDS[kind].name && <span className="type-small text-ink-2">{KINDS[kind].name}</span>}
          </>
        )}
      </OrderedEntries>
      {edited !== undefined && rows[edited] && (
        <MenuEntryFields
          key={fields[edited]?.id}
          name={`${name}.${edited}`}
          kind={rows[edited].kind}
          title={`${KINDS[rows[edited].kind].name}: ${nameOf(rows[edited])}`}
        />
      )}
      <ErrorText>{error}</ErrorText>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(KINDS) as Kind[])
          .filter(kind => (isFooter || IN_HEADER.includes(kind)) && !isThere(kind))
          .map(kind => (
            <Button
              key={kind}
              variant="outline"
              size={40}
              onClick={() => {
                append({ kind, label: '', of: '', to: '' }, { shouldFocus: false })
                setEdited(FIXED.includes(kind) ? undefined : fields.length)
              }}
            >
              {KINDS[kind].add}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}

/** Answers a function for the text of an entry in the shop. */
function useNames(): (row: Row | undefined) => string {
  const pages = usePageOptions() ?? []
  const categories = useQuery(staffCategoriesQuery()).data ?? []
  return row => {
    if (!row) return ''
    const names: Partial<Record<Kind, string>> = {
      page: pages.find(({ value }) => value === row.of)?.label,
      category: categories.find(({ _id }) => _id === row.of)?.name,
    }
    return row.label || names[row.kind] || KINDS[row.kind].name
  }
}

/** The message of an error, or else the first message among its parts. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const part of Object.values(error)) {
    const message = messageIn(part)
    if (message) return message
  }
  return undefined
}

/** The fields of a menu entry. A select waits until its options are loaded: before, it could not show its value. */
function MenuEntryFields({ name, kind, title }: { name: string; kind: Kind; title: string }) {
  const pages = usePageOptions()
  const categories = useQuery(staffCategoriesQuery()).data

  return (
    <section aria-label={title} className="grid gap-3 rounded-control border border-line p-3">
      {kind === 'page' && pages && (
        <SelectField name={`${name}.of`} label="Page" placeholder="Choose a page" options={pages} />
      )}
      {kind === 'category' && categories && (
        <SelectField
          name={`${name}.of`}
          label="Category"
          placeholder="Choose a category"
          options={optionsOf(categories)}
        />
      )}
      <TextField
        name={`${name}.label`}
        label="Label"
        autoComplete="off"
        optional={kind in EMPTY_LABELS}
        help={EMPTY_LABELS[kind]}
      />
      {kind === 'link' && (
        <LinkField
          name={`${name}.to`}
          label="Link"
          help="Chosen, or typed: a path of the shop, such as /sale, or https://…"
        />
      )}
    </section>
  )
}
