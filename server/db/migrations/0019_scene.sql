-- The address of a conversation: its scene, and for p2p its pair of accounts.

-- The default serves nodes of the former version, which write no scene. A unique constraint ignores pairs of nulls.
alter table im_conversation
  add column scene text not null default 'p2p',
  alter column low_id drop not null,
  alter column high_id drop not null,
  drop constraint im_conversation_pair_ordered,
  add constraint im_conversation_scene_known check (scene in ('p2p', 'team', 'superTeam')),
  add constraint im_conversation_pair_of_scene check (
    case when scene = 'p2p' then num_nulls(low_id, high_id) = 0 and low_id <= high_id
      else num_nonnulls(low_id, high_id) = 0 end
  );
