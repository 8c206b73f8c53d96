import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { homeSections, homeSources, type ProductCard } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ProductSearch } from './product-search.tsx'
import { categoryOptionsQuery, collectionOptionsQuery } from './settings.api.ts'

/** The active products among these ids. */
const pickedQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['products', 'picked', ids],
    queryFn: async (): Promise<ProductCard[]> =>
      ids.length === 0 ? [] : (await call('GET /products/cards', { query: { ids: ids.join(',') } })).data,
    placeholderData: keepPreviousData,
  })

const LABELS: Record<Source, string> = {
  newest: 'The newest',
  'best-sellers': 'Best sellers of the last 30 days',
  sale: 'On sale',
  category: 'A category',
  collection: 'A collection',
  chosen: 'Chosen by hand',
}

const options = homeSources.map(value => ({ value, label: LABELS[value] }))

interface SectionsFieldProps {
  name: string
  label: string
  help: string
  /** Names of the sections. */
  names: Record<string, string>
}

interface Row {
  section: string
  title: string
  isShown: boolean
  source: string
  of: string
  products: string[]
}
type Rows = Record<string, Row[]>

/** Labels of the products that a section shows without a source. */
const USUAL: Record<string, string> = {
  sale: 'As usual: on sale',
  recommended: 'As usual: the newest that are not on sale',
}

const newRow = (section: string): Row => ({ section, title: '', isShown: true, source: '', of: '', products: [] })

/** The sections of the home page: their order, titles, products, and whether they are shown. Must be inside a `Form`. */
export function SectionsField({ name, label, help, names }: SectionsFieldProps) {
  const { control } = useFormContext<Rows>()
  const { fields, move, append, remove } = useFieldArray({ control, name })
  const missing = homeSections.filter(section => section === 'products' || !fields.some(row => row.section === section))

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{label}</legend>
      <p className="type-small text-ink-2">{help}</p>
      <ol className="grid gap-3">
        {fields.map(({ id, section }, index) => {
          const isFurther = section === 'products'
          const named = names[section] ?? section
          const alike = fields.filter(row => row.section === section)
          const called = alike.length > 1 ? `${named} ${alike.findIndex(row => row.id === id) + 1}` : named
          return (
            <li key={id} className="grid gap-3 rounded-control border border-line p-3">
              <div className="flex flex-wrap items-center justify-end gap-x-2">
                <span className="grow">
                  <SwitchField name={`${name}.${index}.isShown`} label={called} />
                </span>
                <IconButton
                  label={`Move ${called} up`}
                  size={40}
                  tipEnd
                  aria-disabled={index === 0}
                  className="text-ink-2 aria-disabled:cursor-progress"
                  onClick={() => index > 0 && move(index, index - 1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Move ${called} down`}
                  size={40}
                  tipEnd
                  aria-disabled={index === fields.length - 1}
                  className="text-ink-2 aria-disabled:cursor-progress"
                  onClick={() => index < fields.length - 1 && move(index, index + 1)}
                >
                  <ArrowDown />
                </IconButton>
                {isFurther && (
                  <IconButton
                    label={`Remove ${called}`}
                    size={40}
                    tipEnd
                    className="text-ink-2"
                    onClick={() => remove(index)}
                  >
                    <Trash2 />
                  </IconButton>
                )}
              </div>
              <TextField name={`${name}.${index}.title`} label={`Title of ${called}`} optional autoComplete="off" />
              {(isFurther || USUAL[section]) && (
                <SectionProducts name={`${name}.${index}`} called={called} usual={USUAL[section]} />
              )}
            </li>
          )
        })}
      </ol>
      {missing.map(section => (
        <Button
          key={section}
          variant="outline"
          size={40}
          className="justify-self-start"
          onClick={() => append(newRow(section))}
        >
          {`Add ${names[section] ?? section}`}
        </Button>
      ))}
    </fieldset>
  )
}

type Source = (typeof homeSources)[number]

interface SectionProductsProps {
  /** Name of the section in the form. */
  name: string
  called: string
  /** Label of the section's usual products; undefined when the section needs another source. */
  usual: string | undefined
}

/** Chooses the source of a section's products. Must be inside a `Form`. */
function SectionProducts({ name, called, usual }: SectionProductsProps) {
  const source: string = useWatch({ name: `${name}.source` })
  return (
    <>
      <SelectField
        name={`${name}.source`}
        label={`What ${called} shows`}
        options={options}
        placeholder={usual ?? 'Choose'}
        optional={usual !== undefined}
      />
      {source === 'category' && <CategoryOptions name={`${name}.of`} />}
      {source === 'collection' && <CollectionOptions name={`${name}.of`} />}
      {source === 'chosen' && <ChosenProducts name={`${name}.products`} />}
    </>
  )
}

const optionOf = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })

/** A select of categories, rendered once they are loaded: before, it could not show its value. */
function CategoryOptions({ name }: { name: string }) {
  const { data } = useQuery(categoryOptionsQuery())
  return (
    data && <SelectField name={name} label="Category" placeholder="Choose a category" options={data.map(optionOf)} />
  )
}

function CollectionOptions({ name }: { name: string }) {
  const { data } = useQuery(collectionOptionsQuery())
  return (
    data && (
      <SelectField name={name} label="Collection" placeholder="Choose a collection" options={data.map(optionOf)} />
    )
  )
}

/** Chooses products by a search and sorts them. Must be inside a `Form`. */
function ChosenProducts({ name }: { name: string }) {
  const { field, fieldState } = useController<Record<string, string[]>>({ name })
  const ids = field.value ?? []
  const { data: picked = [] } = useQuery(pickedQuery(ids))
  const items = ids.map(_id => {
    const card = picked.find(card => card._id === _id)
    return { _id, name: card?.name ?? 'A product that is not on sale', thumbnail: card?.thumbnail ?? null }
  })
  const message = fieldState.error?.message

  return (
    <div className="grid gap-3">
      {items.length > 0 && (
        <SortableList
          items={items}
          onChange={sorted => field.onChange(sorted.map(({ _id }) => _id))}
          label="Chosen products, in their order"
          noun="product"
          strategy={verticalListSortingStrategy}
          className="grid gap-2"
          handleClassName="flex w-full items-center gap-3 rounded-control border border-line bg-surface p-2 pr-12 text-left"
          handle={({ name, thumbnail }) => (
            <>
              <GripVertical className="size-4.5 shrink-0 text-ink-3" />
              <Picture picture={thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span dir="auto" className="wrap-anywhere grow">
                {name}
              </span>
            </>
          )}
          actions={({ _id, name }) => (
            <IconButton
              label={`Remove ${name}`}
              size={40}
              tipEnd
              className="absolute! top-2 right-1 text-ink-2"
              onClick={() => field.onChange(ids.filter(id => id !== _id))}
            >
              <Trash2 />
            </IconButton>
          )}
        />
      )}
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
      <ProductSearch label="Add products" chosen={ids} onAdd={({ _id }) => field.onChange([...ids, _id])} />
    </div>
  )
}
