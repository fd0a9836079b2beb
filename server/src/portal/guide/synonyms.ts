// Words that mean the same to those who ask: other names, dialect and typing errors. In the index and in
// questions, every word of a row becomes the same mark.
import { createHash } from 'node:crypto'

/** Each row begins with the word of the site. Longer words win over those that they contain. */
const rows = [
  '失眠 睡不着 睡不好 睡不踏实 翻来覆去 睡眠 入睡 睡不了 睡唔着 瞓唔着 困不着 早醒 醒得早 难睡',
  '费用 多少钱 几多钱 好多钱 几钿 多少钞票 几多银纸 啥价钱 几钱 多钱 收费 价格 价钱 贵不贵 钱多少 啥价 收钱',
  '会费 年费 会员费 入会费',
  '入会 加入协会 加入你们 成为会员 当会员 进协会 做会员',
  '退款 退费 退钱 退回来 退我钱 咋退 怎么退 能退 可以退 能不能退',
  '到账 到帐 到卡',
  '密码 密马 密码儿 蜜码',
  '忘记 忘了 忘咯 忘嘞 想不起 记不得 不记得',
  '登录 登陆 登不上 登不进 登不了 上不去 进不去',
  '发票 票据 收据 发飘 开票 报销 发鏢',
  '免费 不要钱 不收钱 不花钱',
  '付款 付钱 付了钱 交了钱 扣了钱 支付 费交了 交过费',
  '没有变化 没变化 没反应 没动静 没更新 没生效',
  '换手机号 手机号换了 号码换了 手机号不用了 改手机号 换号 修改手机号 换手机 换了手机号 换手机号码',
  '续费 续会费 怎么续 咋续 续缴 续交',
  '不上学 厌学 不肯上学 不想上学 不肯去学校 不去学校 拒学',
  '有病 得病 得了病 确诊 诊断 精神病 不正常 得了抑郁症 得抑郁症 我抑郁了 得了焦虑症',
  '咨询师 心理咨询师 心理医生 心理大夫 大夫 心理老师 心理专家',
  '倾诉 唠唠 唠嗑 聊聊 聊一聊 摆龙门阵 谈心 说说话 倒苦水 说说心里话',
  '报名 报考 咋报 怎么报',
  '吃药 吃什么药 吃啥药 吃哪种药 用药 服药 药物 停药 减药 安眠药 开药 买药',
  '抑郁 抑郁症 忧郁 郁闷症',
  '焦虑 焦虑症 紧张 心慌',
  '真人 机器人 机器 人工智能 活人 智能客服 人工客服 转人工 你是谁 您是谁 你是什么 你是人 系统提示 扮演',
  '验证码 验正码 校验码 短信码',
  '预约 约时间 约个时间 挂号',
  '取消 不去了 退掉',
  '改期 换时间 改时间 改个时间 调时间',
  '注册 开户 申请账号 开通账号 建账号',
  '证书 证件 证儿 资格证',
  '学分 继教分 继续教育学分',
  '小组 互助小组 同伴小组 支持小组 互助组 病友群 互助会',
  '讲座 直播课 公开课 网课',
  '年会 学术会议',
  '投稿 交论文 投论文 论文提交',
  '手机号 电话号码 手机号码',
  '地址 在哪里办公 怎么走 办公地点 办公室 线下',
  '热线 热线电话 求助电话 打给谁 打哪个电话 打什么电话',
  '匿名 实名 认出我 看得出是我 知道是我 隐藏名字',
  '成绩 分数 考了几分 考多少分 及格',
  '手机 上网 网瘾 打游戏 沉迷游戏',
  '会籍 会员身份 会员资格',
  '自评 自测 测一测 测试题 量表 测评',
  '注销 销户 删账号 删除账号 账号删掉 号注销',
  '退会 退出协会 离开协会 不当会员',
  '保密 泄密 泄露 讲出去 说出去 传出去 告诉单位 告诉我单位 告诉学校 告诉老师 告诉家里 告诉我妈 告诉父母 告诉别人',
  '回放 重播 录像 错过了讲座 补看',
  '去世 过世 离世 老伴走了 爸爸走了 妈妈走了 父亲走了 母亲走了 我爸走了 我妈走了 俺爹走了 俺娘走了 丧偶 没了老伴 爷爷走了 奶奶走了 外公走了 外婆走了 姥爷走了 姥姥走了 病故 病逝 丧亲 丧子 丧女 失独 失去亲人 失去了亲人 失去孩子 失去了孩子 失去儿子 失去女儿 孩子没了 儿子没了 女儿没了 宝宝没了 娃没了 流产 胎停 丧宠 宠物死了 宠物走了 毛孩子走了 狗狗走了 狗走了 狗死了 狗狗死了 猫走了 猫死了 猫咪走了 猫咪死了 猫没了 狗没了',
] as const

/** Changes with the rows, so that the search words of stored texts are made anew. */
export const synonymsVersion = createHash('sha256').update(rows.join()).digest('hex').slice(0, 8)

const markOf = new Map(
  rows.flatMap((row) => {
    const words = row.split(' ')
    return words.map((word) => [word, `=${words[0]!}`] as const)
  }),
)
const anyWord = new RegExp([...markOf.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu')

export const synonyms: readonly string[] = [...markOf.keys()]

/**
 * Finds the known words of a text in simplified characters.
 * @returns the mark of each word, and the text without these words
 */
export function extractMarks(text: string): { marks: string[]; rest: string } {
  const marks: string[] = []
  const rest = text.replaceAll(anyWord, (word) => {
    marks.push(markOf.get(word)!)
    return ' '
  })
  return { marks, rest }
}
