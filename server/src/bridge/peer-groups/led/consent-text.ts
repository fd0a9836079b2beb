// Consent text of counsellor-led groups. Every change needs a new version: a test compares each version with its
// digest, because consents refer to the text.
import { createHash } from 'node:crypto'

export type LedConsentVersion = {
  version: string
  title: string
  sections: { heading: string; text: string }[]
  withdrawal: string
}

export const ledConsentText: LedConsentVersion = {
  version: '2026-12',
  title: '团体辅导知情同意书',
  sections: [
    {
      heading: '这是什么',
      text: '团体辅导由一位咨询师带领，可以有一位协同带领者。大家围绕一个主题在小组里用文字交流，也可以参加带领者发起的语音或视频通话；通话不录音、不录像，是否参加由您决定。它不是即时的紧急服务，也不代替精神科的诊断和治疗。',
    },
    {
      heading: '别人看到您的什么',
      text: '组员和带领者在小组里只看到您自己取的称呼和您写下的内容，看不到您的姓名、手机号、头像和资料。带领者如果也是您的咨询师，可能认出您。参加通话时，在场的人会听到您的声音，您打开摄像头时也会看到您。您看到带领者的姓名与资质；带领者不能继续时，协会会换一位并通知您，新的带领者看不到以前的内容。',
    },
    {
      heading: '大家一起保密',
      text: '请不要把组里的人和话带到组外，不要截图、转发或录音。带领者和协会为内容保密，但不能保证每一位组员都做到，请自己决定写多少。组员之间不能私聊，除非双方都同意。',
    },
    {
      heading: '保密的例外',
      text: '您或他人的生命安全面临紧迫危险，或法律有明确要求时，会在必要的范围内告知有关人员。系统会留意可能表示危险的文字：求助方式只显示给写的人，带领者和协会值班人员会收到提醒，其他组员不会。',
    },
    {
      heading: '怎样离开',
      text: '您可以随时撤回同意离开，不用说明原因，也不影响您与咨询师的其他咨询。离开后您看不到小组的任何对话；您可以请协会清除您在小组里写过的内容。小组结束三年后，小组的内容全部删除。',
    },
  ],
  withdrawal: '撤回后，您立即离开小组，看不到以前的对话；您写过的内容还在小组里，可以请协会清除。',
}

/** Earlier versions, because consents refer to them. */
const formerTexts: readonly LedConsentVersion[] = [
  {
    version: '2026-11',
    title: '团体辅导知情同意书',
    sections: [
      {
        heading: '这是什么',
        text: '团体辅导由一位咨询师带领，可以有一位协同带领者。大家围绕一个主题在小组里用文字交流。它不是即时的紧急服务，也不代替精神科的诊断和治疗。',
      },
      {
        heading: '别人看到您的什么',
        text: '组员和带领者在小组里只看到您自己取的称呼和您写下的内容，看不到您的姓名、手机号、头像和资料。带领者如果也是您的咨询师，可能认出您。您看到带领者的姓名与资质。',
      },
      {
        heading: '大家一起保密',
        text: '请不要把组里的人和话带到组外，不要截图、转发或录音。带领者和协会为内容保密，但不能保证每一位组员都做到，请自己决定写多少。组员之间不能私聊，除非双方都同意。',
      },
      {
        heading: '保密的例外',
        text: '您或他人的生命安全面临紧迫危险，或法律有明确要求时，会在必要的范围内告知有关人员。系统会留意可能表示危险的文字：求助方式只显示给写的人，带领者和协会值班人员会收到提醒，其他组员不会。',
      },
      {
        heading: '怎样离开',
        text: '您可以随时撤回同意离开，不用说明原因，也不影响您与咨询师的其他咨询。离开后您看不到小组的任何对话；您可以请协会清除您在小组里写过的内容。',
      },
    ],
    withdrawal: '撤回后，您立即离开小组，看不到以前的对话；您写过的内容还在小组里，可以请协会清除。',
  },
]

/** Every version of the text, the present one first. */
export const ledConsentVersions: readonly LedConsentVersion[] = [ledConsentText, ...formerTexts]

export const hashLedConsent = (text: LedConsentVersion): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex')

export const ledConsentHash = hashLedConsent(ledConsentText)
