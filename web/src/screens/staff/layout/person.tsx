import { staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { lineLink } from '../../../ui/button.tsx'

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
