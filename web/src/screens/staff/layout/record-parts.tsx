import { staffPaths } from '@mela/contract'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { lineLink } from '../../../ui/button.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Time } from '../../../ui/time.tsx'

/** What is known of a record, by name; facts without a value are left out. */
export function Facts({ facts, className }: { facts: Record<string, ReactNode>; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1.5', className)}>
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className="text-ink-2">{name}</dt>
              <dd className="wrap-anywhere min-w-0 whitespace-pre-line tabular-nums">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** The rows of what has happened to a record. */
export function Events({ children }: { children: Elements }) {
  return <ul className="divide-y divide-line border-line border-t">{children}</ul>
}

export function EventRow({ at, note, children }: { at: string; note: string | null; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <span className="wrap-anywhere min-w-0">
        {children}
        {note && (
          <span dir="auto" className="type-small block text-ink-2">
            {note}
          </span>
        )}
      </span>
      <span className="type-small text-ink-2">
        <Time value={at} style="date-time" />
      </span>
    </li>
  )
}

interface SaidProps {
  text: string
  by: string
  at: string
  action?: Elements
}

/** What a person has said, with their name and the time. */
export function Said({ text, by, at, action }: SaidProps) {
  return (
    <li className="rounded-control bg-paper px-4 py-3">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <div className="type-small flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-ink-2">
        <span>
          <span dir="auto">{`${by} · `}</span>
          <Time value={at} style="date-time" />
        </span>
        {action}
      </div>
    </li>
  )
}

interface Named {
  name: { firstName: string; lastName: string }
}

export const fullName = (person: Named | null | undefined, none = 'Unknown') =>
  person ? `${person.name.firstName} ${person.name.lastName}` : none

/** The name of a customer, which links to their page. */
export function PersonLink({ person }: { person: Named & { _id: string } }) {
  return (
    <Link dir="auto" to={staffPaths.customer(person._id)} className={lineLink}>
      {fullName(person)}
    </Link>
  )
}

/** The customer of a row, and a note about it. */
export function PersonCell({ person, note }: { person: Named | null; note: string | null }) {
  return (
    <>
      <p dir="auto" className="wrap-anywhere font-semibold">
        {fullName(person)}
      </p>
      {note && <p className="type-small wrap-anywhere text-ink-2">{note}</p>}
    </>
  )
}
