import { paths, productPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SelectBox } from '../../../../ui/controls/select-box.tsx'
import type { FieldText } from '../../../../ui/forms/field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { ProductSearch } from '../product-search.tsx'
import { categoryOptionsQuery, collectionOptionsQuery } from '../section-products.api.ts'
import { usePageOptions } from './use-page-options.ts'

interface Target {
  path: string
  label: string
  isDisabled?: boolean
}

const PRODUCT = 'product'
const FIXED: Target[] = [
  { path: paths.home, label: 'Home' },
  { path: paths.sale, label: 'Sale' },
  { path: paths.searchBase, label: 'All products' },
]

/** A link that is typed, or chosen among the pages, categories, collections and products of the shop. Must be inside a `Form`. */
export function LinkField({ name, ...text }: FieldText & { name: string }) {
  const { setValue } = useFormContext()
  const typed = String(useWatch({ name }) ?? '').trim()
  const [isSearching, setIsSearching] = useState(false)
  const groups = useTargets()
  const isOffered = groups.some(({ targets }) => targets.some(({ path }) => path === typed))

  function handleChoose(path: string) {
    setIsSearching(path === PRODUCT)
    if (path && path !== PRODUCT) setValue(name, path, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <div className="grid gap-2">
      <TextField name={name} {...text} autoComplete="off" />
      <SelectBox
        aria-label={`${text.label}: choose`}
        value={isSearching ? PRODUCT : isOffered ? typed : ''}
        onChange={({ target }) => handleChoose(target.value)}
      >
        <option value="">Choose a page of the shop</option>
        {groups.map(({ name, targets }) => (
          <optgroup key={name} label={name}>
            {targets.map(({ path, label, isDisabled }) => (
              <option key={path} value={path} disabled={isDisabled}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={PRODUCT}>A product …</option>
      </SelectBox>
      {isSearching && (
        <ProductSearch label="Search the product" chosen={[]} onAdd={product => handleChoose(productPath(product))} />
      )}
    </div>
  )
}

function useTargets(): { name: string; targets: Target[] }[] {
  const pages = usePageOptions() ?? []
  const { data: categories = [] } = useQuery(categoryOptionsQuery())
  const { data: collections = [] } = useQuery(collectionOptionsQuery())
  const targetOf = (pathOf: (slug: string) => string) => (list: { slug: string; name: string; isHidden: boolean }) => ({
    path: pathOf(list.slug),
    label: list.isHidden ? `${list.name} (hidden)` : list.name,
    isDisabled: list.isHidden,
  })
  const groups = [
    { name: 'Pages', targets: [...FIXED, ...pages] },
    { name: 'Categories', targets: categories.map(targetOf(paths.category)) },
    { name: 'Collections', targets: collections.map(targetOf(paths.collection)) },
  ]
  return groups.filter(({ targets }) => targets.length > 0)
}
