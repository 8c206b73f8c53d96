import { homeSections } from '@mela/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { SectionProducts } from './section-products.tsx'

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
