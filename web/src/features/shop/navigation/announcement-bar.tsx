import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'

/** The owner's sentence above the header, if there is one. */
export function AnnouncementBar() {
  const { announcement } = useShop()
  if (!announcement) return null

  const { text, link } = announcement
  return (
    <aside aria-label="Announcement" className="wrap-anywhere bg-brand px-(--gutter) py-2 text-center text-on-brand">
      {link ? (
        <Link to={link} className="underline underline-offset-3 focus-visible:outline-on-brand!">
          {text}
        </Link>
      ) : (
        text
      )}
    </aside>
  )
}
