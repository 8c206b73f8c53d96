import { staffPaths } from '@mela/contract'
import { ReviewTable } from '../../features/staff/reviews/review-table.tsx'
import { useListParams } from '../../lib/list-params.ts'
import { KeywordForm } from '../../ui/controls/keyword-form.tsx'
import { Section } from './section.tsx'

const lists = {
  all: { path: staffPaths.reviews, state: undefined, empty: 'No reviews.' },
  waiting: { path: staffPaths.waitingReviews, state: 'waiting', empty: 'No reviews are waiting for approval.' },
  shown: { path: staffPaths.shownReviews, state: 'shown', empty: 'No reviews are shown.' },
  hidden: { path: staffPaths.hiddenReviews, state: 'hidden', empty: 'No reviews are hidden.' },
} as const

const links = [
  { to: staffPaths.reviews, label: 'All' },
  { to: staffPaths.waitingReviews, label: 'Waiting' },
  { to: staffPaths.shownReviews, label: 'Shown' },
  { to: staffPaths.hiddenReviews, label: 'Hidden' },
]

export function ReviewsPage({ list }: { list: keyof typeof lists }) {
  const { keyword, params } = useListParams()
  const { path } = lists[list]

  return (
    <Section title="Reviews" links={links}>
      <KeywordForm action={path} label="Search reviews" keyword={keyword} params={params} />
      <ReviewTable {...lists[list]} />
    </Section>
  )
}
