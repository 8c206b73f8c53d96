import { CURRENCIES, findSetting, type Setting, type SettingGroupName, type SettingInput } from '@mela/contract'
import type { ReactElement } from 'react'
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
import { TimeZoneField } from './time-zone-field.tsx'

const NO_ENTRY = { noun: 'entry', labels: {} }

interface Text {
  name: string
  label: string
  help: string
  optional: boolean
  autoComplete: string
}

/** The component for each input of a setting. */
const FIELDS: Record<SettingInput, (text: Text, type: Setting['type']) => ReactElement> = {
  text: text => <TextField {...text} />,
  paragraph: text => <TextField {...text} multiline rows={4} />,
  email: text => <TextField {...text} type="email" />,
  phone: text => <TextField {...text} type="tel" />,
  number: text => (
    <div className="max-w-108">
      <TextField {...text} read={withDecimalPoint} inputMode="decimal" />
    </div>
  ),
  link: text => <LinkField {...text} />,
  colour: text => <ColourField {...text} />,
  'time-zone': text => <TimeZoneField {...text} />,
  currency: text => <SelectField {...text} options={currencies()} />,
  switch: text => <SwitchField {...text} />,
  choice: (text, { options = {} }) => (
    <SelectField
      {...text}
      options={Object.entries(options).map(([value, label]) => ({ value, label }))}
      {...(text.optional && { placeholder: 'None' })}
    />
  ),
  lines: text => <LinesField {...text} />,
  entries: (text, { entry = NO_ENTRY }) => <EntriesField {...text} {...entry} />,
  rates: (text, { entry = NO_ENTRY }) => (
    <EntriesField {...text} {...entry} place={place => <PlaceFields name={place} />} />
  ),
  picture: text => <PictureField {...text} />,
  pages: text => <PagesField {...text} />,
  menu: text => <MenuField {...text} isFooter={text.name === 'menus.footer'} />,
  sections: (text, { options = {} }) => <SectionsField {...text} names={options} />,
  zones: text => <ZonesField {...text} />,
  countries: text => <CountriesField {...text} />,
}

/** The field of a form for a setting. Must be inside a `Form`. */
export function SettingField({ group, field }: { group: SettingGroupName; field: string }) {
  const name = `${group}.${field}`
  const setting = findSetting(name)
  if (!setting) return null
  const { label, hint: help, type } = setting
  const text = { name, label, help, optional: type.isOptional ?? false, autoComplete: 'off' }
  return FIELDS[type.input](text, type)
}

/** Currencies as options, with code and English name; an older browser does not know all names. */
function currencies() {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  return CURRENCIES.map(code => ({ value: code, label: [code, names.of(code)].filter(Boolean).join(' – ') }))
}
