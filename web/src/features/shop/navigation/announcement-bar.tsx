import type { ShopInfo } from '@mela/contract'
import { Link } from '../../../lib/link.tsx'

/** The announcement of the shop's owner above the header. */
export function AnnouncementBar({ text, link }: NonNullable<ShopInfo['announcement']>) {
  return (
    <aside aria-label="Announcement" className="wrap-anywhere bg-brand px-(--gutter) py-2 text-center text-on-brand">
      {link ? (
        <Link dir="auto" to={link} className="underline underline-offset-3 focus-visible:outline-on-brand!">
          {text}
        </Link>
      ) : (
        text
      )}
    </aside>
  )
}
