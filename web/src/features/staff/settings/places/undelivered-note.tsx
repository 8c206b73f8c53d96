import { COUNTRIES, listNames } from '@mela/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'

interface UndeliveredNoteProps {
  /** Codes of countries that are sold to and in no zone; without any, nothing is shown. */
  countries: readonly string[]
  /** What to do with 'it' or 'them', up to the link to the other section. */
  remedy: (countries: string) => string
  link: { to: string; text: string }
}

/** Says which countries are sold to without delivery: the checkout refuses every order to them. */
export function UndeliveredNote({ countries, remedy, link }: UndeliveredNoteProps) {
  const names = listNames(
    countries.map(code => COUNTRIES[code] ?? code),
    5,
  )
  const isOne = countries.length === 1
  return (
    <div role="status">
      {countries.length > 0 && (
        <p className="flex gap-2 rounded-control bg-warn-soft px-4 py-3 text-warn">
          <TriangleAlert className="mt-0.5 size-4.5 shrink-0" />
          <span>
            <span>
              {`${names} ${isOne ? 'has' : 'have'} no delivery, so customers there cannot buy. ${remedy(isOne ? 'it' : 'them')}`}
            </span>{' '}
            <Link to={link.to} className="underline underline-offset-3">
              {link.text}
            </Link>
          </span>
        </p>
      )}
    </div>
  )
}
