import { ButtonLink } from '../buttons/button-link.tsx'

/** Removes the keyword of an empty list; other filters stay. */
export function ClearSearch({ path, params }: { path: string; params: URLSearchParams }) {
  if (!params.get('keyword')?.trim()) return null
  const kept = [...params].filter(([name]) => name !== 'keyword' && name !== 'page')

  return (
    <ButtonLink to={kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path} variant="outline" size={40}>
      Clear search
    </ButtonLink>
  )
}
