import { type Findings, optionsText, orderName, staffPaths, type Variant } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { humanise } from '../../../lib/staff-format.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { useModal } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'
import { Badge, Tag } from '../../../ui/tag.tsx'
import { type NamedScreen, namedScreens } from '../dashboard-screens.ts'
import { fullName } from './record-parts.tsx'

interface Item {
  label: string
  /** Unique in the list. */
  to: string
  /** Under the label, to distinguish similar items. */
  note?: string
  icon?: Elements
  end?: Elements
}

interface Group {
  heading: string
  items: Item[]
}

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const ref = useModal()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const typed = text.trim()
  const keyword = useDebounced(typed)
  const found = useQuery({
    queryKey: ['find', keyword],
    queryFn: async ({ signal }) => (await call('GET /dashboard/find', { query: { keyword }, signal })).data,
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  })
  const groups = groupsFor(typed, found.data)
  const isWaiting = keyword !== typed || found.isFetching

  // The dialog would focus the list's frame when it opens.
  useLayoutEffect(() => input.current?.focus(), [])

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  function handleChoose({ to }: Item) {
    onClose()
    void navigate(to)
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
            value={text}
            onValueChange={setText}
            maxLength={100}
            placeholder="Search products, orders, customers and screens"
            className="h-14 min-w-0 grow bg-transparent text-base outline-none"
          />
          <kbd className="type-small rounded-[5px] border border-line px-1.5 text-ink-2 max-sm:hidden">Esc</kbd>
        </div>
        <Command.List label="Results" className="min-h-0 overflow-y-auto pt-2">
          {groups.map(({ heading, items }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="px-2 pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold"
            >
              {items.map(item => (
                <PaletteItem key={item.to} item={item} onSelect={() => handleChoose(item)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p role="status" className="type-small min-h-9 px-5 py-2 text-ink-2">
          {sayState(typed, isWaiting, found.isError, groups.flatMap(({ items }) => items).length)}
        </p>
      </Command>
    </dialog>
  )
}

function sayState(typed: string, isWaiting: boolean, hasFailed: boolean, count: number) {
  if (typed === '') return 'Type a name, an email, a phone number, a pin code or an order id.'
  if (isWaiting) return 'Searching...'
  if (hasFailed) return 'Something went wrong, please try again.'
  return count === 0 ? 'Nothing found.' : `${count} found.`
}

/** Screens of that name, and what the server has found; the previous findings stay until these are loaded. */
function groupsFor(typed: string, findings: Findings | undefined): Group[] {
  if (typed === '') return [{ heading: 'Go to', items: namedScreens.filter(({ key }) => key).map(screenItem) }]
  const groups = [
    { heading: 'Go to', items: screensNamed(typed).slice(0, 5).map(screenItem) },
    { heading: 'Products', items: findings?.products.map(productItem) ?? [] },
    { heading: 'Orders', items: findings?.orders.map(orderItem) ?? [] },
    { heading: 'Customers', items: findings?.customers.map(customerItem) ?? [] },
    { heading: 'Discounts', items: findings?.discounts.map(discountItem) ?? [] },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

const screenItem = ({ label, to, key }: NamedScreen): Item => ({
  label,
  to,
  end: key && <kbd className="type-small text-ink-2 pointer-coarse:hidden">{`g ${key}`}</kbd>,
})

const productItem = ({ _id, name, isActive, thumbnail, variant, ...priced }: Findings['products'][number]): Item => ({
  label: name,
  to: staffPaths.editProduct(_id),
  note: [!isActive && 'Inactive', variant && variantText(variant)].filter(Boolean).join(' · '),
  icon: (
    <span className="block size-8 shrink-0 overflow-hidden rounded-[6px]">
      <Picture picture={thumbnail} alt="" sizes="32px" />
    </span>
  ),
  end: <Price product={priced} />,
})

const variantText = ({ options, sku, stock }: Pick<Variant, 'options' | 'sku' | 'stock'>) =>
  [optionsText(options), sku && `SKU ${sku}`, `${stock} in stock`].filter(Boolean).join(' · ')

const orderItem = ({ _id, number, customer, total, currency, status }: Findings['orders'][number]): Item => ({
  label: customer,
  to: staffPaths.order(_id),
  note: `Order ${orderName({ _id, number })}`,
  end: (
    <>
      <Badge status={status} /> <span>{priceText(total, currency)}</span>
    </>
  ),
})

const customerItem = (customer: Findings['customers'][number]): Item => ({
  label: fullName(customer),
  to: staffPaths.customer(customer._id),
  note: customer.email,
  icon: <Avatar firstName={customer.name.firstName} url={customer.avatar?.url} size={32} />,
})

const discountItem = ({ _id, name, code, state }: Findings['discounts'][number]): Item => ({
  label: name,
  to: staffPaths.discount(_id),
  ...(code !== null && { note: code }),
  end: <Tag>{humanise(state)}</Tag>,
})

function PaletteItem({ item: { to, label, note, icon, end }, onSelect }: { item: Item; onSelect: () => void }) {
  return (
    <Command.Item
      value={to}
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
      {end && <span className="flex shrink-0 items-center gap-3 tabular-nums">{end}</span>}
    </Command.Item>
  )
}

/** Screens whose names have, for each typed word, a word that begins with it. */
export function screensNamed(typed: string): NamedScreen[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const names = ({ label }: NamedScreen) => label.toLowerCase().split(' ')
  return namedScreens.filter(screen => words.every(word => names(screen).some(name => name.startsWith(word))))
}
