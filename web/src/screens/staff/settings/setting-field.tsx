import {
  COUNTRIES,
  CURRENCIES,
  countriesOf,
  findSetting,
  type Setting,
  type SettingGroupName,
  type SettingInput,
  withoutDelivery,
} from '@mela/contract'
import { type ComponentProps, type ReactElement, useId } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useShop } from '../../../lib/shop.ts'
import { withDecimalPoint } from '../../../lib/staff-format.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { SelectBox } from '../../../ui/select.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { Field, type FieldText, TextField } from '../../../ui/text-field.tsx'
import { PictureField } from '../media/picture-field.tsx'
import { EntriesField, FieldGroup, type NamedField, OrderedEntries } from './entries-field.tsx'
import { LinkField, usePageOptions } from './link-field.tsx'
import { ColourField } from './look-fields.tsx'
import { MenuField, messageIn } from './menu-field.tsx'
import { UndeliveredNote, ZonesField } from './place-fields.tsx'
import { SectionsField } from './sections-field.tsx'
import { RatesField, ShippingClassField, StateField, TaxClassesField, TaxFreeField } from './tax-fields.tsx'
import { WaysField } from './ways-field.tsx'

const NO_ENTRY = { noun: 'entry', labels: {} }

interface Text extends NamedField {
  optional: boolean
  autoComplete: string
}

/** The settings that are logos, and the ground that each is for. */
const LOGOS: Partial<Record<string, 'light' | 'dark'>> = { 'look.logo': 'light', 'look.logoOnDark': 'dark' }

/** The component for each input of a setting. */
const FIELDS: Record<SettingInput, (props: { text: Text; type: Setting['type'] }) => ReactElement> = {
  text: ({ text }) => <TextField {...text} />,
  paragraph: ({ text }) => <TextField {...text} multiline rows={4} />,
  email: ({ text }) => <TextField {...text} type="email" />,
  phone: ({ text }) => <TextField {...text} type="tel" />,
  number: ({ text }) => (
    <div className="max-w-108">
      <TextField {...text} read={withDecimalPoint} inputMode="decimal" />
    </div>
  ),
  link: ({ text }) => <LinkField {...text} />,
  colour: ({ text }) => <ColourField {...text} />,
  'time-zone': ({ text }) => <TimeZoneField {...text} />,
  currency: ({ text }) => <SelectField {...text} options={currencies()} />,
  switch: ({ text }) => <SwitchField {...text} />,
  choice: ({ text, type: { options = {} } }) => (
    <SelectField {...text} options={namedOptions(options)} placeholder={text.optional ? 'None' : undefined} />
  ),
  choices: ({ text, type: { options = {} } }) => <ChoicesField {...text} options={namedOptions(options)} />,
  lines: ({ text }) => <LinesField {...text} />,
  entries: ({ text, type: { entry = NO_ENTRY } }) => <EntriesField {...text} {...entry} />,
  rates: ({ text }) => <RatesField {...text} />,
  picture: ({ text }) => <PictureField {...text} logoOn={LOGOS[text.name]} />,
  pages: ({ text }) => <PagesField {...text} />,
  menu: ({ text }) => <MenuField {...text} isFooter={text.name === 'menus.footer'} />,
  sections: ({ text, type: { options = {} } }) => <SectionsField {...text} names={options} />,
  zones: ({ text }) => <ZonesField {...text} />,
  countries: ({ text }) => <CountriesField {...text} />,
  ways: ({ text }) => <WaysField {...text} />,
  'tax-classes': ({ text }) => <TaxClassesField {...text} />,
  'tax-class': ({ text }) => <ShippingClassField {...text} />,
  'tax-free': ({ text, type: { options = {} } }) => <TaxFreeField {...text} options={namedOptions(options)} />,
  country: ({ text }) => <SelectField {...text} options={namedOptions(COUNTRIES)} />,
  state: ({ text }) => <StateField {...text} />,
}

/** The field of a form for a setting. Must be inside a `Form`. */
export function SettingField({ group, field }: { group: SettingGroupName; field: string }) {
  const name = `${group}.${field}`
  const setting = findSetting(name)
  if (!setting) return null
  const { label, hint: help, type } = setting
  const text = { name, label, help, optional: type.isOptional ?? false, autoComplete: 'off' }
  const Input = FIELDS[type.input]
  return <Input text={text} type={type} />
}

const namedOptions = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** Currencies as options, with code and English name; an older browser does not know all names. */
function currencies() {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  return CURRENCIES.map(code => ({ value: code, label: [code, names.of(code)].filter(Boolean).join(' – ') }))
}

/** Suggests the zones that the browser knows. Must be inside a `Form`. */
function TimeZoneField(props: ComponentProps<typeof TextField>) {
  const id = useId()

  return (
    <div>
      <TextField {...props} list={id} spellCheck={false} />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}

/** A list of texts, one on each line. Must be inside a `Form`. */
function LinesField({ name, ...text }: FieldText & { name: string }) {
  const { register, getFieldState } = useFormContext()
  const { error } = getFieldState(name, useFormState({ name }))

  return (
    <Field {...text} error={messageIn(error)}>
      {props => (
        <textarea
          dir="auto"
          {...props}
          {...register(name)}
          rows={3}
          required={!text.optional}
          className="control field-sizing-content max-h-100 min-h-24"
        />
      )}
    </Field>
  )
}

/** Chooses pages; they are listed in the order in which they were chosen. Must be inside a `Form`. */
const PagesField = (field: NamedField) => (
  <ChoicesField {...field} options={usePageOptions() ?? []} className="grid gap-1" />
)

interface ChoicesFieldProps extends NamedField {
  options: { value: string; label: string; isDisabled?: boolean }[]
  className?: string
}

/** Must be inside a `Form`. */
function ChoicesField({ options, className = 'flex flex-wrap gap-x-5', ...group }: ChoicesFieldProps) {
  const { name } = group
  const { field } = useController<Record<string, string[]>>({ name })
  const chosen = field.value ?? []

  return (
    <FieldGroup {...group}>
      <div className={className}>
        {options.map(({ value, label, isDisabled }) => (
          <label
            key={value}
            className={cx('flex min-h-9 items-center gap-2 pointer-coarse:min-h-11', isDisabled && 'text-ink-2')}
          >
            <input
              type="checkbox"
              name={name}
              disabled={isDisabled && !chosen.includes(value)}
              checked={chosen.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                field.onChange(checked ? [...chosen, value] : chosen.filter(other => other !== value))
              }
              className="size-4.5 shrink-0 accent-ink"
            />
            <span className="wrap-anywhere min-w-0">{label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** Chooses countries by name, and orders them; the value is their codes, one on each line. Must be inside a `Form`. */
function CountriesField({ name, label, help }: NamedField) {
  const { control, setValue } = useFormContext()
  const selectId = useId()
  const sold = String(useWatch({ control, name }) ?? '')
    .split('\n')
    .filter(Boolean)
  const undelivered = withoutDelivery(useShop(), sold)
  const change = (codes: string[]) =>
    setValue(name, [...new Set(codes)].join('\n'), { shouldDirty: true, shouldValidate: true })

  return (
    <FieldGroup
      name={name}
      label={label}
      help={help}
      actions={
        <div className="flex flex-wrap items-end gap-3">
          <div className="grid grow gap-1.5">
            <label htmlFor={selectId} className="type-ui">
              Add a country
            </label>
            <SelectBox
              id={selectId}
              value=""
              onChange={({ target }) => change([...sold, target.value])}
              placeholder="Please choose"
              options={namedOptions(COUNTRIES).filter(({ value }) => !sold.includes(value))}
            />
          </div>
          <Button variant="outline" size={40} onClick={() => change([...sold, ...countriesOf('EU')])}>
            Add the European Union
          </Button>
          <Button variant="outline" size={40} onClick={() => change([...sold, ...Object.keys(COUNTRIES)])}>
            Add the rest of the world
          </Button>
          <Button variant="outline" size={40} onClick={() => change(sold.toSorted(byName))}>
            Sort by name
          </Button>
        </div>
      }
    >
      <UndeliveredNote countries={undelivered} />
      <div className="max-h-110 overflow-y-auto">
        <OrderedEntries
          items={sold.map(code => ({ _id: code, name: COUNTRIES[code] ?? code }))}
          onChange={countries => change(countries.map(({ _id }) => _id))}
          label="Countries sold to, in their order"
          noun="country"
          onRemove={({ _id }) => change(sold.filter(other => other !== _id))}
        >
          {({ _id, name }, place) => (
            <>
              <span>{name}</span>
              {place === 1 && sold.length > 1 && <span className="type-small text-ink-2">first in new addresses</span>}
              {undelivered.includes(_id) && <span className="type-small text-warn">no delivery</span>}
            </>
          )}
        </OrderedEntries>
      </div>
    </FieldGroup>
  )
}

const byName = (one: string, other: string) => (COUNTRIES[one] ?? one).localeCompare(COUNTRIES[other] ?? other)
