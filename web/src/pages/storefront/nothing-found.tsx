import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { categoryNamesQuery } from '../../features/shop/catalog/catalog.api.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** A search without results: advice and links. */
export function NothingFound() {
  const categories = useQuery(categoryNamesQuery())

  return (
    <EmptyState icon={SearchX} text="No products found.">
      <p className="type-small text-ink-2">Check the spelling, or try a more general word.</p>
      <ul className="flex flex-wrap justify-center gap-2 pt-2">
        {categories.data?.map(({ name, slug }) => (
          <li key={slug}>
            <ButtonLink to={paths.category(slug)} variant="outline" size={40}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
