import type { MenuEntry } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../../../../ui/controls/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { categoryOptionsQuery } from '../section-products.api.ts'
import { LinkField } from './link-field.tsx'
import { usePageOptions } from './use-page-options.ts'

interface MenuEntryFieldsProps {
  /** Name of the entry in the form. */
  name: string
  kind: MenuEntry['kind']
  title: string
}

/** The fields of a menu entry. A select waits until its options are loaded: before, it could not show its value. */
export function MenuEntryFields({ name, kind, title }: MenuEntryFieldsProps) {
  const pages = usePageOptions()
  const categories = useQuery(categoryOptionsQuery()).data?.map(({ _id, name }) => ({ value: _id, label: name }))
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
