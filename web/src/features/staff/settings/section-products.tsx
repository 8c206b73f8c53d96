import { homeSources } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { ChosenProducts } from './chosen-products.tsx'
import { categoryOptionsQuery, collectionOptionsQuery } from './section-products.api.ts'

type Source = (typeof homeSources)[number]

const LABELS: Record<Source, string> = {
  newest: 'The newest',
  'best-sellers': 'Best sellers of the last 30 days',
  sale: 'On sale',
  category: 'A category',
  collection: 'A collection',
  chosen: 'Chosen by hand',
}

const options = homeSources.map(value => ({ value, label: LABELS[value] }))

interface SectionProductsProps {
  /** Name of the section in the form. */
  name: string
  called: string
  /** Label of the section's usual products; undefined when the section needs another source. */
  usual: string | undefined
}

/** Chooses the source of a section's products. Must be inside a `Form`. */
export function SectionProducts({ name, called, usual }: SectionProductsProps) {
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
