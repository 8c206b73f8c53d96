-- Dashboards hear that the shop takes real money now.
drop trigger live_settings on settings;
drop trigger live_settings_changed on settings;
select add_live_events('settings', 'settings', 'insert', '{changes,takes_real_money}');
