import { paths } from '@mela/contract'
import { ShoppingBag } from 'lucide-react'
import { countLabel } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/link.tsx'
import { iconButtonClass } from '../../../ui/buttons/button-class.ts'

const MOST_SHOWN = 99

/** The badge is animated when the number changes. */
export function CartLink({ count }: { count: number }) {
  return (
    <Link
      to={paths.cart}
      aria-label={`Cart, ${countLabel(count, 'item')}`}
      className={iconButtonClass({ tipEnd: true })}
    >
      <ShoppingBag />
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="on-tile absolute top-0.5 right-0 grid h-5 min-w-5 scale-100 place-items-center rounded-full bg-marigold px-1 font-semibold text-[11px] tabular-nums leading-none transition-transform duration-300 starting:scale-50"
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  )
}
