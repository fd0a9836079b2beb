// Consent text before the first message to a counsellor. Every change needs a new version: a test compares each version
// with its digest, because consents refer to the text.
import { createHash } from 'node:crypto'

export const chatConsentText = {
  version: '2026-12',
  title: '在线咨询知情同意书',
  sections: [
    {
      heading: '这里能提供什么',
      text: '您可以在这里用文字、图片、文件，以及语音或视频通话，与认证的心理咨询师交流，梳理困扰、获得支持和建议。咨询师会尽快回复，但不是即时的紧急服务，也不能代替精神科的诊断、处方和治疗。',
    },
    {
      heading: '紧急情况请先打电话',
      text: '如果您此刻有伤害自己或他人的念头，或正处在危险之中，请不要等待回复：拨打全国统一心理援助热线 12356，情况危急时拨打 110 或 120，也请告诉身边您信任的人。',
    },
    {
      heading: '咨询师能看到您的什么',
      text: '咨询师只看到系统给您的化名和您自己写下、发出的内容，看不到您的手机号和账号。写多少、写什么都由您决定。',
    },
    {
      heading: '语音与视频通话',
      text: '通话由咨询师发起，接不接听、开不开摄像头由您决定；接听后，咨询师听得到您的声音，打开摄像头后看得到您。通话不录音、不录像，只保存时间、时长和线路情况。网站没有启用中继时，双方的设备直接连接，对方可能看到您的网络地址，接听前会提示您；启用中继时看不到，文字聊天时也看不到。',
    },
    {
      heading: '保密与例外',
      text: '聊天内容加密保存，只用于本次咨询。只有在您或他人的生命安全面临紧迫危险，或法律有明确要求时，才会在必要的范围内告知有关人员。为了您的安全，系统会留意可能表示危险的文字，向您显示求助方式，并提醒协会值班人员；值班人员要查看对话，必须写明理由并留下不可更改的记录。',
    },
    {
      heading: '您的选择',
      text: '您可以随时停止交谈。未满 18 周岁的朋友，请尽量在监护人知情的情况下使用。',
    },
  ],
} as const

export const consentHash = createHash('sha256').update(JSON.stringify(chatConsentText)).digest('hex')
