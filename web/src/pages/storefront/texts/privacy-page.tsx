import { PrivacyText, privacyUpdated } from './privacy-text.tsx'
import { TextPage } from './text-page.tsx'

export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Policy"
      description="What Mela keeps of you, what stays in your browser, who else sees it, and how to have it corrected or deleted."
      updated={privacyUpdated}
    >
      <PrivacyText />
    </TextPage>
  )
}
