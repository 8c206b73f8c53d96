import { type Findings, optionsText, orderName, staffPaths, type Variant } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { useModal } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { type Place, recentPlaces, rememberPlace, type Screen, screens, screensNamed } from './palette-places.ts'

const groupClass =
  'px-2 pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold'

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const ref = useModal()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  // The dialog would focus the list's frame when it opens.
  useLayoutEffect(() => input.current?.focus(), [])

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  function handleChoose(place: Place, isFound: boolean) {
    if (isFound) rememberPlace(place)
    onClose()
    void navigate(place.to)
  }

  return (
    <dialog
      ref={ref}
      aria-label="Search the dashboard"
      onCancel={handleCancel}
      onMouseDown={event => event.target === event.currentTarget && onClose()}
      className="dialog-in mx-auto mt-3 mb-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] max-w-160 overflow-hidden rounded-dialog bg-surface text-ink shadow-dialog sm:mt-[12vh] sm:max-h-[76vh] dark:border"
    >
      <Command label="Search the dashboard" shouldFilter={false} loop className="dense flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search className="text-ink-2" />
          <Command.Input
            dir="auto"
            ref={input}
            value={typed}
            onValueChange={setTyped}
            maxLength={100}
            placeholder="Search products, orders, customers and screens"
            className="h-14 min-w-0 grow bg-transparent text-base outline-none"
          />
          <kbd className="type-small rounded-[5px] border border-line px-1.5 text-ink-2 max-sm:hidden">Esc</kbd>
        </div>
        <PaletteResults typed={typed.trim()} onChoose={handleChoose} />
      </Command>
    </dialog>
  )
}

interface PaletteResultsProps {
  typed: string
  /** `isFound` says that the server found the place, which is then remembered. */
  onChoose: (place: Place, isFound: boolean) => void
}

function PaletteResults({ typed, onChoose }: PaletteResultsProps) {
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

/** Results for the typed keyword; the previous ones stay until these are loaded. */
const findQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['find', keyword],
    queryFn: async ({ signal }) => (await call('GET /dashboard/find', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })

interface PaletteItemProps {
  /** Unique in the list. */
  id: string
  label: string
  /** Under the label, to distinguish similar items. */
  note?: string | undefined
  icon?: Elements
  children?: ReactNode
  onSelect: () => void
}

function PaletteItem({ id, label, note, icon, children, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-[selected=true]:bg-ink/6"
    >
      {icon}
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate font-medium">
          {label}
        </span>
        {note && (
          <span dir="auto" className="type-small block truncate text-ink-2">
            {note}
          </span>
        )}
      </span>
      {children && <span className="flex shrink-0 items-center gap-3 tabular-nums">{children}</span>}
    </Command.Item>
  )
}
