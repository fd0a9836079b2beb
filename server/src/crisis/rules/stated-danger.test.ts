// Tests statements of danger that are clear among ordinary words, and their twins about someone else or the past.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

test.each([
  ['plan', '割腕没割成，缝了七针，跟护士说是切菜切的'],
  ['plan', '前天在宿舍上吊，被班长发现了，现在他们轮流看着我'],
  ['plan', '自杀未遂出院第三天，不知道怎么面对同学'],
  ['plan', '洗完胃刚醒，妈妈趴在床边睡着了'],
  ['plan', '昨天吞了好多药，吐了一夜，没敢跟家里讲'],
  ['plan', '药排成一排数着吃，吃到第十几颗了，越吃心里越平'],
  ['plan', '等答辩完就从图书馆跳，至少给爸妈留一张毕业证'],
  ['plan', '我就活到月底。房租也只交到月底'],
  ['plan', '有人一起相约自杀吗'],
  ['plan', '有没有人想约死，我在城南'],
  ['plan', '相约自杀'],
  ['plan', '求一起死的，不想一个人'],
  ['thought', '想死的人小组'],
  ['thought', '想死的次数越来越多，以前一个月一次'],
  ['thought', '吃药第三周，寻死的念头反而比以前多，正常吗'],
  ['thought', '药停了两周，轻生的念头也跟着回来了，比春天还密'],
  ['thought', '今年头一回觉得死不可怕，有点向往'],
  ['thought', '戒了三个月的自残，昨天破功了'],
  ['plan', '百草枯喝多少'],
  ['plan', '敌敌畏要喝几口'],
  ['plan', '喝多少农药才管用'],
  ['thought', '头孢配酒会怎么样'],
  ['thought', '想zs'],
  ['thought', '好想zs了，考试还能退费吗'],
  ['plan', '我刚跟我妈吵架，喝了农药'],
  ['plan', '我被他打了一顿，一气之下喝了半瓶敌敌畏'],
  ['plan', '刚喝了农药'],
  ['plan', '我已经把药攒够了'],
  ['plan', '终于攒够了那些药，也没什么好写的'],
  ['other', '我妈把自己锁屋里说要去陪我爸 我爸去年走了'],
  ['other', '奶奶天天说要去陪爷爷，爷爷上个月走了'],
  ['other', '我妈刚喝了农药'],
  ['other', '我妈在阳台站了半天不下来'],
  ['other', '孩子趴在窗台上，不让人靠近'],
  ['other', '妈刚刚喝了半瓶敌敌畏，我在外地'],
  ['other', '我跟他吵完出来，他刚才喝了农药'],
] as const)('%s: %s', (level, text) => {
  expect(detectCrisis(text)).toBe(level)
})

test.each([
  '当年差点跳楼，被我爸一把拉住，现在一家人好好的',
  '给狗洗完胃回来了，医生说没事',
  '我妹妹出院半年了，自杀的念头没再冒出来，谢谢你们',
  '社区排小品，我演跳河被救的老太，台词记不住',
  '音乐一响我就去跳广场舞',
  '我打算活到九十岁，天天打太极',
  '戒了三个月的奶茶，昨天破功了',
  '车厘子数着吃，一天十颗',
  '警方通报一起相约自杀案',
  '预防自杀学习小组',
  '有人一起死磕这道题吗',
  '想约死党周末吃饭',
  '谁要一起去死亡谷徒步',
  '吃了头孢能喝酒吗',
  '医生说不能头孢配酒',
  '老鼠药要放多少',
  '感冒药都攒齐了，今年冬天不怕',
  '药攒够一个疗程了，医生说下周复查再调',
  '奶奶说要去陪爷爷散步，走了半天还没回来',
  '妈妈说要去陪女儿读书，我爸不同意',
  '我家猫爬到房顶不下来',
  '儿子在阳台玩，喊吃饭也不肯进来',
  '我孩子坐在滑梯上不下来',
])('raises no alarm for %s', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test('ignores web addresses', () => {
  const text = '您好，这个网页打不开，看看是不是地址错了'
  expect(detectCrisis(text)).toBeNull()
  expect(detectCrisis(`${text}https://example.cn/${'a'.repeat(66)}`)).toBeNull()
  expect(detectCrisis('https://example.cn/a我想自杀<a href="https://example.cn">网页</a>')).not.toBeNull()
})
