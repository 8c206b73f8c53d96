import { paths, productPath, textPath } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { useShop } from '../../../lib/shop.ts'
import { SelectBox } from '../../../ui/select.tsx'
import { type FieldText, TextField } from '../../../ui/text-field.tsx'
import { ProductSearch } from './product-search.tsx'
import { categoryOptionsQuery, collectionOptionsQuery } from './settings.api.ts'

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

/** Pages to choose from, drafts greyed; undefined until they are loaded. */
export function usePageOptions() {
  const { name } = useShop()
  return useQuery(pageOptionsQuery(title => title.replaceAll('{{shop.name}}', name))).data
}

/** Pages as options, with the names that menus show; drafts cannot be chosen, and say so. */
const pageOptionsQuery = (nameOf: (title: string) => string) =>
  queryOptions({
    queryKey: ['pages', 'staff', 'list', { size: 100 }],
    queryFn: async () => (await call('GET /pages/staff', { query: { size: 100 } })).data,
    select: pages =>
      pages.map(({ _id, slug, title, isPublished }) => ({
        ...{ value: _id, path: textPath(slug), isDisabled: !isPublished },
        label: isPublished ? nameOf(title) : `${nameOf(title)} (draft: publish it first)`,
      })),
  })
