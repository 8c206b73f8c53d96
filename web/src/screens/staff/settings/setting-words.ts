import { type DeliveryMethod, findSetting, type MenuEntry, PLACE_GROUPS, type Settings } from '@mela/contract'
import { countLabel } from '../../../lib/format.ts'

/** A value in words, for the history. */
export function wordsFor(name: string, value: unknown): string {
  const { input, options = {} } = findSetting(name)?.type ?? {}
  if (input === 'picture' && value) return 'a picture'
  if (input === 'pages') return countLabel((value as unknown[]).length, 'page')
  if (input === 'menu') return listed((value as MenuEntry[]).map(menuWords))
  if (input === 'zones') return listed((value as DeliveryZone[]).map(zoneWords), '; ')
  if (input === 'sections') return shownSections(value as Section[], options)
  return typeof value === 'string' && Object.hasOwn(options, value) ? String(options[value]) : words(value)
}

const listed = (texts: string[], separator = ', ') => texts.join(separator) || 'none'

const menuWords = ({ kind, label, to }: MenuEntry) => [label ?? kind, to].filter(Boolean).join(' ')

type DeliveryZone = Settings['delivery']['zones'][number]

function zoneWords({ name, places, methods }: DeliveryZone): string {
  const where = places
    .map(({ country, state }) => [PLACE_GROUPS[country] ?? country, state].filter(Boolean).join(' '))
    .join(', ')
  return `${name}${where && ` (${where})`}: ${methods.map(methodWords).join(', ') || 'no method'}`
}

function methodWords({ name, price, steps, freeAbove, minDays, maxDays }: DeliveryMethod): string {
  const days = [...new Set([minDays, maxDays].filter(days => days !== null))].join('–')
  const details = [
    ...steps.map(({ from, price }) => `${price} from ${from}`),
    freeAbove !== null && `free above ${freeAbove}`,
    days && (days === '1' ? '1 day' : `${days} days`),
  ]
  const text = details.filter(Boolean).join(', ')
  return `${name} ${price}${text && ` (${text})`}`
}

interface Section {
  section: string
  title: string | null
  isShown: boolean
}

const shownSections = (sections: readonly Section[], names: Record<string, string>) =>
  listed(sections.filter(({ isShown }) => isShown).map(({ section, title }) => title ?? names[section] ?? section))

function words(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return listed(value.map(words))
  if (typeof value === 'object') return Object.values(value).map(words).join(' ')
  return String(value)
}
