import { staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { textLink } from '../../../ui/button.tsx'

interface Person {
  _id: string
  name: { firstName: string; lastName: string }
}

/** The name of a customer, which links to their page. */
export function PersonLink({ person: { _id, name } }: { person: Person }) {
  return (
    <Link
      dir="auto"
      to={staffPaths.customer(_id)}
      className={`${textLink} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
    >
      {`${name.firstName} ${name.lastName}`}
    </Link>
  )
}

/** The customer of a row, and a note about it. */
export function PersonCell({ person, note }: { person: Person | null; note: string | null }) {
  return (
    <>
      <p dir="auto" className="wrap-anywhere font-semibold">
        {person ? `${person.name.firstName} ${person.name.lastName}` : 'Unknown'}
      </p>
      {note && <p className="type-small wrap-anywhere text-ink-2">{note}</p>}
    </>
  )
}
