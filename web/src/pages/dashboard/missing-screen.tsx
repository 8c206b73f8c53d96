import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Section } from './section.tsx'

export function MissingScreen() {
  return (
    <Section title="Page not found">
      <EmptyState text="There is nothing at this address of the dashboard.">
        <ButtonLink to={paths.dashboard} variant="outline" size={40}>
          Go to the dashboard
        </ButtonLink>
      </EmptyState>
    </Section>
  )
}
