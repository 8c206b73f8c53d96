import { CATEGORY_LABELS, LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from '@mela/contract'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

const cardClass = 'grid gap-4 rounded-control border border-line p-4'

/** Must be inside a category's form. */
export function CategoryVisibility() {
  return (
    <fieldset className={cardClass}>
      <legend className="sr-only">Visibility</legend>
      <SwitchField
        name="hidesWhileEmpty"
        label={CATEGORY_LABELS.hidesWhileEmpty}
        help="Menus leave it out until it has an active product."
      />
      <SwitchField
        name="isHidden"
        label={CATEGORY_LABELS.isHidden}
        help="It leaves the shop, with the categories in it. Its products stay on sale and are found by search."
      />
    </fieldset>
  )
}

/** Fields for search engines. Must be inside the form of a category or a collection. */
export function SearchEngineFields() {
  return (
    <fieldset className={cardClass}>
      <legend className="sr-only">Search engines</legend>
      <TextField
        name="seoTitle"
        label={CATEGORY_LABELS.seoTitle}
        optional
        autoComplete="off"
        counter={LONGEST_SEO_TITLE}
        help="Without one: the name."
      />
      <TextField
        name="seoDescription"
        label={CATEGORY_LABELS.seoDescription}
        optional
        multiline
        rows={2}
        counter={LONGEST_SEO_DESCRIPTION}
        help="Without one: the description."
      />
    </fieldset>
  )
}
