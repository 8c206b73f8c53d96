import type { MenuEntry } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorText } from '../../../ui/error-text.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { staffCategoriesQuery } from '../categories/categories.api.ts'
import type { NamedField } from './entries-field.tsx'
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
const FIXED: readonly Kind[] = ['categories', 'contact']
const IN_HEADER: readonly Kind[] = ['page', 'category', 'link', 'categories']

/** The entries of a menu, ordered by mouse, touch or arrow keys; one at a time is edited. Must be inside a `Form`. */
export function MenuField({ name, label, help, isFooter }: NamedField & { isFooter: boolean }) {
  const { control, getFieldState } = useFormContext<Record<string, Row[]>>()
  const { fields, move, append, remove } = useFieldArray({ control, name })
  const rows: Row[] = useWatch({ control, name }) ?? []
  const [editedId, setEditedId] = useState<string>()
  const [isAdded, setIsAdded] = useState(false)
  const lastId = fields.at(-1)?.id
  // Opens an added entry in an effect, because its id is known only after it was rendered.
  useEffect(() => {
    if (!isAdded) return
    setEditedId(lastId)
    setIsAdded(false)
  }, [isAdded, lastId])
  const nameOf = useNames()
  const fault: object | undefined = getFieldState(name, useFormState({ control, name })).error
  const edited = fields.findIndex(({ id }) => id === editedId)
  // The edited entry is skipped: its fields show their own errors.
  const faulty = Object.keys(fault ?? {}).find(key => key in rows && Number(key) !== edited)
  const ofEntry = faulty && `${nameOf(rows[Number(faulty)])}: ${messageIn(Object(fault)[faulty])}`
  const error = ofEntry ?? messageIn({ ...fault, ...(edited >= 0 && { [edited]: undefined }) })
  const items = fields.map(({ id, kind }, index) => ({ _id: id, kind, name: nameOf(rows[index]), index }))
  const isThere = (kind: Kind) => FIXED.includes(kind) && rows.some(row => row.kind === kind)

  /** Finds the one entry that was moved, and moves it in the form. */
  function handleMoved(sorted: typeof items) {
    const first = sorted.findIndex(({ _id }, place) => _id !== items[place]?._id)
    const isMovedUp = sorted[first]?._id !== items[first + 1]?._id
    const moved = (isMovedUp ? sorted : items)[first]
    if (moved)
      move(
        moved.index,
        sorted.findIndex(({ _id }) => _id === moved._id),
      )
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{label}</legend>
      <p className="type-small text-ink-2">{help}</p>
      <SortableList
        items={items}
        onChange={handleMoved}
        label={`Entries of the ${label.toLowerCase()}, in their order`}
        noun="entry"
        className="grid gap-1"
        handleClassName="rounded-control border border-line bg-surface text-left"
        handle={({ kind, name }) => (
          <span
            className={cx('flex min-h-11 items-center gap-3 py-1 pr-24 pl-3', kind !== 'heading' && isFooter && 'pl-8')}
          >
            <GripVertical className="size-4.5 text-ink-3" />
            <span className={cx('wrap-anywhere', kind === 'heading' && 'font-semibold')}>{name}</span>
            {name !== KINDS[kind].name && <span className="type-small text-ink-2">{KINDS[kind].name}</span>}
          </span>
        )}
        actions={({ _id, kind, name, index }) => (
          <span className="absolute inset-y-0 right-1 flex items-center text-ink-2">
            {!FIXED.includes(kind) && (
              <IconButton
                label={`Edit ${name}`}
                size={40}
                tipEnd
                aria-expanded={_id === editedId}
                onClick={() => setEditedId(_id === editedId ? undefined : _id)}
              >
                <Pencil />
              </IconButton>
            )}
            <IconButton label={`Remove ${name}`} size={40} tipEnd onClick={() => remove(index)}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      />
      {edited >= 0 && rows[edited] && (
        <MenuEntryFields
          key={editedId}
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
                setIsAdded(!FIXED.includes(kind))
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
  const categories = useQuery(staffCategoriesQuery()).data?.map(({ _id, name }) => ({ value: _id, label: name }))
  const isNamed = kind === 'link' || kind === 'heading'

  return (
    <section aria-label={title} className="grid gap-3 rounded-control border border-line p-3">
      {kind === 'page' && pages && (
        <SelectField name={`${name}.of`} label="Page" placeholder="Choose a page" options={pages} />
      )}
      {kind === 'category' && categories && (
        <SelectField name={`${name}.of`} label="Category" placeholder="Choose a category" options={categories} />
      )}
      <TextField
        name={`${name}.label`}
        label="Label"
        autoComplete="off"
        optional={!isNamed}
        {...(!isNamed && {
          help: kind === 'page' ? 'Empty: the title of the page.' : 'Empty: the name of the category.',
        })}
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
