import { CURRENCIES, type SettingGroupName, settingKind } from '@mela/contract'
import { withDecimalPoint } from '../../../lib/format/plain-amount.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { SwitchField } from '../../../ui/controls/switch-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { EntriesField } from './entries-field.tsx'
import { LinesField } from './lines-field.tsx'
import { ColourField } from './look/colour-field.tsx'
import { PictureField } from './look/picture-field.tsx'
import { LinkField } from './menus/link-field.tsx'
import { MenuField } from './menus/menu-field.tsx'
import { PagesField } from './menus/pages-field.tsx'
import { CountriesField } from './places/countries-field.tsx'
import { PlaceFields } from './places/place-fields.tsx'
import { ZonesField } from './places/zones-field.tsx'
import { SectionsField } from './sections-field.tsx'
import { textOf } from './setting-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** Props of the text input for each `SettingText['input']` without an editor of its own. */
const inputs = { email: { type: 'email' }, phone: { type: 'tel' }, paragraph: { multiline: true, rows: 4 } } as const

/** The input of a setting, by its type and description. Must be inside a `Form`. */
export function SettingField({ group, field }: { group: SettingGroupName; field: string }) {
  const { kind, isOptional, options } = settingKind(group, field)
  const { label, hint, input, entry, options: labels = {} } = textOf(group, field)
  const text = { name: `${group}.${field}`, label, help: hint, optional: isOptional, autoComplete: 'off' }

  if (input === 'picture') return <PictureField name={text.name} label={label} help={hint} />
  if (input === 'sections') return <SectionsField name={text.name} label={label} help={hint} names={labels} />
  if (input === 'zones') return <ZonesField name={text.name} label={label} help={hint} />
  if (input === 'countries') return <CountriesField name={text.name} label={label} help={hint} />
  if (input === 'menu') return <MenuField name={text.name} label={label} help={hint} isFooter={field === 'footer'} />
  if (input === 'link') return <LinkField {...text} />
  if (input === 'pages') return <PagesField name={text.name} label={label} help={hint} />
  if (kind === 'flag') return <SwitchField name={text.name} label={label} help={hint} />
  if (kind === 'lines') return <LinesField {...text} />
  if (kind === 'entries') {
    return (
      <EntriesField
        name={text.name}
        label={label}
        help={hint}
        noun={entry?.noun ?? 'entry'}
        labels={entry?.labels ?? {}}
        {...(input === 'rates' && { place: place => <PlaceFields name={place} /> })}
      />
    )
  }
  if (input === 'currency') return <SelectField {...text} options={currencies()} />
  if (kind === 'choice') {
    const offered = options.map(value => ({ value, label: labels[value] ?? value }))
    return <SelectField {...text} options={offered} {...(isOptional && { placeholder: 'None' })} />
  }
  if (kind === 'number') {
    return (
      <div className="max-w-108">
        <TextField {...text} read={withDecimalPoint} inputMode="decimal" />
      </div>
    )
  }
  if (input === 'colour') return <ColourField {...text} />
  if (input === 'time-zone') return <TimeZoneField {...text} />
  return <TextField {...text} {...(isTyped(input) && inputs[input])} />
}

/** Currencies as options, with code and English name; an older browser does not know all names. */
function currencies() {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  return CURRENCIES.map(code => ({ value: code, label: [code, names.of(code)].filter(Boolean).join(' – ') }))
}

const isTyped = (input: string | undefined): input is keyof typeof inputs => input !== undefined && input in inputs
