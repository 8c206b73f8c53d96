import type { Review } from '@mela/contract'
import { BadgeCheck } from 'lucide-react'
import { Avatar } from '../../../../ui/avatar.tsx'
import type { Elements } from '../../../../ui/cx.ts'
import { Rating } from '../../../../ui/rating.tsx'
import { Time } from '../../../../ui/time.tsx'

export function ReviewItem({ review, mark, actions }: { review: Review; mark?: string; actions?: Elements }) {
  const { user, rating, title, comment, createdAt, verified, reply } = review
  const { firstName, lastName } = user.name

  return (
    <article className="grid gap-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <Avatar firstName={firstName} url={user.avatar?.url} />
        <span dir="auto" className="type-ui wrap-anywhere font-semibold!">{`${firstName} ${lastName}`}</span>
        {mark && <span className="type-small rounded-full bg-ink px-2.5 py-0.5 font-medium text-paper">{mark}</span>}
        <Rating average={rating} />
        <span className="type-small text-ink-3">
          <Time value={createdAt} />
        </span>
        {verified && (
          <span className="type-small inline-flex items-center gap-1 font-medium text-success">
            <BadgeCheck className="size-4" /> Verified buyer
          </span>
        )}
      </header>
      <h3 dir="auto" className="font-semibold">
        {title}
      </h3>
      <p dir="auto" className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">
        {comment}
      </p>
      {reply && (
        <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere text-ink-2">
          <b>The shop: </b>
          <span dir="auto">{reply.text}</span>
        </p>
      )}
      {actions}
    </article>
  )
}
