import {
  CATEGORY_LABELS,
  LONGEST_CATEGORY_DESCRIPTION,
  LONGEST_SEO_DESCRIPTION,
  LONGEST_SEO_TITLE,
  paths,
  staffPaths,
} from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Async } from '../../../ui/async.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { type Column, DataTable, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { ShopLink } from '../../../ui/shop-link.tsx'
import { SlugField, useSlugFrom } from '../../../ui/slug-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Section, SectionAction } from '../layout/section.tsx'

interface CategoryFieldsProps {
  /** The current slug: its address will redirect to that of a new slug. */
  present?: string
  pathOf?: (slug: string) => string
}

/** Name and slug of a category or a collection. Leaving the name fills an empty slug. */
export function CategoryFields({ present, pathOf = paths.category }: CategoryFieldsProps) {
  const slug = useWatch<{ slug: string }>({ name: 'slug' })
  useSlugFrom('name')

  return (
    <>
      <TextField name="name" label="Name" autoComplete="off" />
      <SlugField
        label="Slug"
        help={
          <span>
            Address: <span className="break-all font-mono text-ink">{pathOf(slug?.trim() || '…')}</span>
            {present !== undefined && slug?.trim() !== present && <span> The old address leads here.</span>}
          </span>
        }
      />
    </>
  )
}

export function DescriptionField() {
  return (
    <TextField
      name="description"
      label="Description"
      optional
      multiline
      rows={3}
      counter={LONGEST_CATEGORY_DESCRIPTION}
      help="On its page."
    />
  )
}

export function FieldFrame({ legend, children }: { legend: string; children: Elements }) {
  return (
    <fieldset className="grid gap-4 rounded-control border border-line p-4">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

interface SearchEngineFieldsProps {
  /** What stands in the place of an empty title, and of an empty description. */
  title: string
  description: string
  rows: number
}

export function SearchEngineFields({ title, description, rows }: SearchEngineFieldsProps) {
  const text = { optional: true, autoComplete: 'off' }
  return (
    <>
      <TextField {...text} name="seoTitle" label={CATEGORY_LABELS.seoTitle} help={title} counter={LONGEST_SEO_TITLE} />
      <TextField
        {...text}
        name="seoDescription"
        label={CATEGORY_LABELS.seoDescription}
        help={description}
        counter={LONGEST_SEO_DESCRIPTION}
        multiline
        rows={rows}
      />
    </>
  )
}

/** Those of a category or a collection. */
export const GroupSearchEngineFields = () => (
  <FieldFrame legend="Search engines">
    <SearchEngineFields title="Without one: the name." description="Without one: the description." rows={2} />
  </FieldFrame>
)

interface Listed {
  _id: string
  name: string
  slug: string
  count: number
  /** How many of them shoppers see; all of them unless given. */
  countInShop?: number
}

type Opened<Row> = { dialog: 'edit' | 'delete'; row: Row } | { dialog: 'edit'; row?: never }

interface GroupPageProps<Row> {
  query: UseQueryResult<Row[]>
  caption: string
  icon: LucideIcon
  empty: string
  addLabel: string
  action?: Elements
  nameCell: Column<Row>['cell']
  pathOf: (slug: string) => string
  countHead: string
  /** The dialog for a row, or for a new one. */
  editorOf: (row: Row | undefined, onClose: () => void) => ReactElement
  deletionOf: (row: Row, onClose: () => void) => ReactElement
}

/** The table of categories or collections, with the dialogs that add, edit and delete them. */
export function GroupPage<Row extends Listed>(props: GroupPageProps<Row>) {
  const { query, caption, icon, empty, nameCell, pathOf, countHead, editorOf, deletionOf } = props
  const [opened, setOpened] = useState<Opened<Row>>()
  const close = () => setOpened(undefined)
  const columns: Column<Row>[] = [
    { head: 'Name', cell: nameCell },
    {
      head: 'Slug',
      inCard: 'max-md:row-start-2',
      cell: ({ slug }) => <ShopLink path={pathOf(slug)} text={slug} />,
    },
    {
      head: countHead,
      align: 'right',
      isNamedInCard: true,
      inCard: 'max-md:row-start-2 max-md:col-start-2',
      cell: ({ count, countInShop = count }) => (
        <>
          <span>{countInShop}</span>
          {count > countInShop && (
            <span className="type-small block text-ink-2">{`and ${count - countInShop} inactive`}</span>
          )}
        </>
      ),
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      align: 'right',
      inCard: 'max-md:row-start-1 max-md:col-start-2',
      cell: row => (
        <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
          <IconButton label={`Edit ${row.name}`} size={40} onClick={() => setOpened({ dialog: 'edit', row })}>
            <Pencil />
          </IconButton>
          <IconButton
            label={`Delete ${row.name}`}
            size={40}
            tipEnd
            onClick={() => setOpened({ dialog: 'delete', row })}
          >
            <Trash2 />
          </IconButton>
        </span>
      ),
    },
  ]

  return (
    <Section
      title="Categories"
      links={LINKS}
      action={
        <>
          {props.action}
          <SectionAction label={props.addLabel} icon={Plus} onClick={() => setOpened({ dialog: 'edit' })} />
        </>
      }
    >
      <Async
        query={query}
        loading={<TableSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
        empty={<EmptyState icon={icon} text={empty} />}
      >
        {rows => <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ _id }) => _id} />}
      </Async>
      {opened?.dialog === 'edit' && editorOf(opened.row, close)}
      {opened?.dialog === 'delete' && deletionOf(opened.row, close)}
    </Section>
  )
}

const LINKS = [
  { to: staffPaths.categories, label: 'All Categories' },
  { to: staffPaths.collections, label: 'Collections' },
]
