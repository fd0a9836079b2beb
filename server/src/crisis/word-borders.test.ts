// Tests that a sign of danger is not found in ordinary words, and is found where it is denied, misspelled or in
// dialect.
import { expect, test } from 'vitest'
import { detectCrisis } from './detect.ts'

const splitTexts = (texts: string) => texts.trim().split(/[|\n]/)
const isAlarm = (text: string) => detectCrisis(text) !== null

/** Ordinary words that contain or touch a sign of danger. Most of them are no training lines. */
const wordsByChance = `
他打车走了|姐姐打我手机|他打工去了|他打印去了|妈妈打卡去了|他打电话给我|她打我电话没人接|他打伞|老师打我分太低|退款打我卡上|他打折买的
他打草稿|他踢足球去了|我弟弟踢被子|他扇扇子|妹妹动手能力强|他堵在路上|老师摸摸我的头|老师抽我背书|比分逼近了|她掐表计时|我割草去了|他划船
我不想活动了|不想活跃|不想活泼|我不想活成他那样|我想鼠标坏了换一个|我想去世博园|想去世界各地|想去世纪公园|我想去死海玩|我想死守这条规则|想死机
跳楼价|自杀式营销|我想跳槽|要跳级|受伤吊水三天|安定下来|桥梁工程|活血|我来自沙县|我来自4班|他来自4S店|暗自傻笑|儿子杀鱼很熟练|小青生日快到了
李青生病请假了|这条楼道的灯坏了|我想挑楼层|做了段视频|写了段代码|18想活动一下|我去4S店了|我想S码换M码|今年24了|考了64了|还差4了|加载6s了|我喜欢紫砂
东西都打包好了，就等周末搬走|我已经决定了，这周五辞职|遗书是什么意思|我帮妈妈算保险够不够还房贷|第84句，来自ann0|还剩84块|身份证尾号84
`
/** The same signs in danger. */
const wordsOfDanger = `
他打我，我躲在厕所里|姐姐打我脸，打出血了|我不想活了|我想去死|跳楼算了|我想自杀|想4了|想s了|想紫砂|好想亖|我喝了84消毒液|东西都送人了，遗书写好了，今晚就走
我已经决定了，今晚就跳楼|吃了一整瓶药，快不行了|他拿刀逼我|他用烟头烫我|我割腕了
`
test('raises no alarm for words that contain a sign of danger by chance', () => {
  expect(splitTexts(wordsByChance).filter(isAlarm)).toEqual([])
  expect(splitTexts(wordsOfDanger).filter((text) => !isAlarm(text))).toEqual([])
})

test('sees a wish beside a denial, in dialect, misspelled, or beside fiction', () => {
  const missed = `
我没有想不开，只是想死|小说里主角自杀了，我也想跟她一样|毕业论文写自杀，写着写着我自己也不想活了|我真的不想或了|想噶了自己|我以经写好仪书了
我唔想生存落去喇|可周五夜里我就自杀了，问了也没用|上一个听我说不想活了就给我讲大道理|师傅就拿烫勺子烙我胳膊
`
  expect(splitTexts(missed).filter((text) => !isAlarm(text))).toEqual([])
  const calm = '礼仪书籍推荐|噶韭菜的又来了|奶奶烙饼很香|小说里主角自杀了，结局很意外|毕业论文写自杀干预，样本太少'
  expect(splitTexts(calm).filter(isAlarm)).toEqual([])
})

test('sees a wish in a clause among ordinary clauses', () => {
  for (const wish of ['我不想活了', '我要跳楼', '我想自杀'])
    expect(detectCrisis(`外面一直在下小雨，${wish}，我在合肥读大三，学的是会计，平时喜欢散步`)).not.toBeNull()
  expect(detectCrisis('外面一直在下小雨，以前总觉得，我不想活了，现在好多了，我在合肥读大三，学的是会计')).toBeNull()
})
