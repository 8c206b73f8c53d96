import { useQuery } from '@tanstack/react-query'
import { useShop } from '../../../../lib/shop.ts'
import { pageOptionsQuery } from '../section-products.api.ts'

/** Pages to choose from, drafts greyed; undefined until they are loaded. */
export function usePageOptions() {
  const { name } = useShop()
  return useQuery(pageOptionsQuery(title => title.replaceAll('{{shop.name}}', name))).data
}
