import { homeSections, homeSources } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { dataQuery } from '../../../lib/query-keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { optionsOf, staffCategoriesQuery, staffCollectionsQuery } from '../categories/categories.api.ts'
import { AddButton, type NamedField, OrderedEntries, RemoveButton } from './entries-field.tsx'
import { ProductSearch } from './link-field.tsx'

const LABELS: Record<(typeof homeSources)[number], string> = {
  newest: 'The newest',
  'best-sellers': 'Best sellers of the last 30 days',
  sale: 'On sale',
  category: 'A category',
  collection: 'A collection',
  chosen: 'Chosen by hand',
}

const SOURCES = homeSources.map(value => ({ value, label: LABELS[value] }))

interface SectionsFieldProps extends NamedField {
  /** Names of the sections. */
  names: Record<string, string>
}

/** Labels of the products that a section shows without a source. */
const USUAL: Record<string, string> = {
  sale: 'As usual: on sale',
  recommended: 'As usual: the newest that are not on sale',
}

const STEPS = [
  { way: 'up', by: -1, Icon: ArrowUp },
  { way: 'down', by: 1, Icon: ArrowDown },
]

const newRow = (section: string) => ({
  section,
  title: '',
  isShown: true,
  source: '',
  of: '',
  products: [] as string[],
})

/** The sections of the home page: their order, titles, products, and whether they are shown. Must be inside a `Form`. */
export function SectionsField({ name, label, help, names }: SectionsFieldProps) {
  const { control } = useFormContext<Record<string, ReturnType<typeof newRow>[]>>()
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
                {STEPS.map(({ way, by, Icon }) => (
                  <IconButton
                    key={way}
                    label={`Move ${called} ${way}`}
                    size={40}
                    tipEnd
                    aria-disabled={!fields[index + by]}
                    className="text-ink-2 aria-disabled:cursor-progress"
                    onClick={() => fields[index + by] && move(index, index + by)}
                  >
                    <Icon />
                  </IconButton>
                ))}
                {isFurther && <RemoveButton label={`Remove ${called}`} onClick={() => remove(index)} />}
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
        <AddButton key={section} label={`Add ${names[section] ?? section}`} onClick={() => append(newRow(section))} />
      ))}
    </fieldset>
  )
}

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
  const { data: categories } = useQuery({ ...staffCategoriesQuery(), enabled: source === 'category' })
  const { data: collections } = useQuery({ ...staffCollectionsQuery(), enabled: source === 'collection' })
  // A select is rendered once its options are loaded: before, it could not show its value.
  const list = source === 'category' ? categories : source === 'collection' ? collections : undefined
  return (
    <>
      <SelectField
        name={`${name}.source`}
        label={`What ${called} shows`}
        options={SOURCES}
        placeholder={usual ?? 'Choose'}
        optional={usual !== undefined}
      />
      {list && (
        <SelectField
          key={source}
          name={`${name}.of`}
          label={source === 'category' ? 'Category' : 'Collection'}
          placeholder={`Choose a ${source}`}
          options={optionsOf(list)}
        />
      )}
      {source === 'chosen' && <ChosenProducts name={`${name}.products`} />}
    </>
  )
}

/** Chooses products by a search and sorts them. Must be inside a `Form`. */
function ChosenProducts({ name }: { name: string }) {
  const { field, fieldState } = useController<Record<string, string[]>>({ name })
  const ids = field.value ?? []
  const { data: picked = [] } = useQuery({
    ...dataQuery('GET /products/cards', { query: { ids: ids.join(',') } }),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  const items = ids.map(_id => {
    const card = picked.find(card => card._id === _id)
    return { _id, name: card?.name ?? 'A product that is not on sale', thumbnail: card?.thumbnail ?? null }
  })

  return (
    <div className="grid gap-3">
      {items.length > 0 && (
        <OrderedEntries
          items={items}
          onChange={sorted => field.onChange(sorted.map(({ _id }) => _id))}
          label="Chosen products, in their order"
          noun="product"
          onRemove={({ _id }) => field.onChange(ids.filter(id => id !== _id))}
        >
          {({ name, thumbnail }) => (
            <>
              <Picture picture={thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span dir="auto" className="wrap-anywhere grow">
                {name}
              </span>
            </>
          )}
        </OrderedEntries>
      )}
      <ErrorText>{fieldState.error?.message}</ErrorText>
      <ProductSearch label="Add products" chosen={ids} onAdd={({ _id }) => field.onChange([...ids, _id])} />
    </div>
  )
}
