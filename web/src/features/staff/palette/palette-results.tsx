import { type Findings, optionsText, orderName, staffPaths, type Variant } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { priceText } from '../../../lib/format/format.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Picture } from '../../../ui/values/picture.tsx'
import { Price } from '../../../ui/values/price.tsx'
import { findQuery } from './palette.api.ts'
import { PaletteItem } from './palette-item.tsx'
import { type Place, recentPlaces } from './recent-places.ts'
import { type Screen, screens, screensNamed } from './screens.ts'

interface PaletteResultsProps {
  typed: string
  /** `isFound` says that the server found the place, which is then remembered. */
  onChoose: (place: Place, isFound: boolean) => void
}

const groupClass =
  'px-2 pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold'

export function PaletteResults({ typed, onChoose }: PaletteResultsProps) {
  const keyword = useDebounced(typed)
  const found = useQuery(findQuery(keyword))
  const recent = recentPlaces()
  const findings = typed === '' ? undefined : found.data
  const named = typed === '' ? screens.filter(({ key }) => key) : screensNamed(typed).slice(0, 5)
  const isWaiting = typed !== '' && (keyword !== typed || found.isFetching)

  return (
    <>
      <Command.List label="Results" className="min-h-0 overflow-y-auto pt-2">
        {typed === '' && recent.length > 0 && (
          <Command.Group heading="Recent" className={groupClass}>
            {recent.map(place => (
              <PaletteItem
                key={place.to}
                id={`recent ${place.to}`}
                label={place.label}
                onSelect={() => onChoose(place, true)}
              />
            ))}
          </Command.Group>
        )}
        {named.length > 0 && <Screens screens={named} onChoose={onChoose} />}
        {findings && <Found findings={findings} onChoose={onChoose} />}
      </Command.List>
      <p role="status" className="type-small min-h-9 px-5 py-2 text-ink-2">
        {sayState(isWaiting, found.isError, named.length + countOf(findings), typed)}
      </p>
    </>
  )
}

const countOf = (findings: Findings | undefined) =>
  findings ? findings.products.length + findings.orders.length + findings.customers.length : 0

function sayState(isWaiting: boolean, hasFailed: boolean, count: number, typed: string) {
  if (typed === '') return 'Type a name, an email, a phone number, a pin code or an order id.'
  if (isWaiting) return 'Searching...'
  if (hasFailed) return 'Something went wrong, please try again.'
  return count === 0 ? 'Nothing found.' : `${count} found.`
}

function Screens({ screens, onChoose }: { screens: Screen[]; onChoose: PaletteResultsProps['onChoose'] }) {
  return (
    <Command.Group heading="Go to" className={groupClass}>
      {screens.map(({ label, to, key }) => (
        <PaletteItem key={to} id={`screen ${to}`} label={label} onSelect={() => onChoose({ label, to }, false)}>
          {key && <kbd className="type-small text-ink-2 pointer-coarse:hidden">{`g ${key}`}</kbd>}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}

function Found({ findings, onChoose }: { findings: Findings; onChoose: PaletteResultsProps['onChoose'] }) {
  const { products, orders, customers } = findings
  const choose = (label: string, to: string) => () => onChoose({ label, to }, true)

  return (
    <>
      {products.length > 0 && (
        <Command.Group heading="Products" className={groupClass}>
          {products.map(({ _id, name, isActive, thumbnail, variant, ...priced }) => (
            <PaletteItem
              key={_id}
              id={_id}
              label={name}
              note={[!isActive && 'Inactive', variant && variantText(variant)].filter(Boolean).join(' · ')}
              icon={<Thumbnail picture={thumbnail} />}
              onSelect={choose(name, staffPaths.editProduct(_id))}
            >
              <Price product={priced} />
            </PaletteItem>
          ))}
        </Command.Group>
      )}
      {orders.length > 0 && (
        <Command.Group heading="Orders" className={groupClass}>
          {orders.map(({ _id, number, customer, total, currency, status }) => (
            <PaletteItem
              key={_id}
              id={_id}
              label={customer}
              note={`Order ${orderName({ _id, number })}`}
              onSelect={choose(`${customer}, ${priceText(total, currency)}`, staffPaths.order(_id))}
            >
              <Badge status={status} /> <span>{priceText(total, currency)}</span>
            </PaletteItem>
          ))}
        </Command.Group>
      )}
      {customers.length > 0 && (
        <Command.Group heading="Customers" className={groupClass}>
          {customers.map(({ _id, name, email, avatar }) => (
            <PaletteItem
              key={_id}
              id={_id}
              label={`${name.firstName} ${name.lastName}`}
              note={email}
              icon={<Avatar firstName={name.firstName} url={avatar?.url} size={32} />}
              onSelect={choose(`${name.firstName} ${name.lastName}`, staffPaths.customer(_id))}
            />
          ))}
        </Command.Group>
      )}
    </>
  )
}

const variantText = ({ options, sku, stock }: Pick<Variant, 'options' | 'sku' | 'stock'>) =>
  [optionsText(options), sku && `SKU ${sku}`, `${stock} in stock`].filter(Boolean).join(' · ')

const Thumbnail = ({ picture }: { picture: Findings['products'][number]['thumbnail'] }) => (
  <span className="block size-8 shrink-0 overflow-hidden rounded-[6px]">
    <Picture picture={picture} alt="" sizes="32px" />
  </span>
)
