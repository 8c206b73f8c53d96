import { ButtonLink } from '../buttons/button-link.tsx'

/** The way out of a list that a keyword has emptied; what else narrows it stays. */
export function ClearSearch({ path, params }: { path: string; params: URLSearchParams }) {
  if (!params.get('keyword')?.trim()) return null
  const kept = [...params].filter(([name]) => name !== 'keyword' && name !== 'page')

  return (
    <ButtonLink to={kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path} variant="outline" size={40}>
      Clear search
    </ButtonLink>
  )
}
