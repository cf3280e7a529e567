import pytest, time
from tests.discord.house import *
from tests.discord.players import *
@pytest.mark.parametrize("g,n,o",[("ptipasspass",3,{}),("trio",3,{}),("tripot",3,{}),("pinocchio",2,{}),("cappuccino",2,{})])
@pytest.mark.parametrize("make",[press,type_in])
@visiting
async def test_a(home,g,n,o,make):
    t = await home.start(g,n,**o)
    a=time.time()
    t = await play_on(home, t, quick_mind(), make)
    assert t.status=="over"
    print("TIME",g,make.__name__,time.time()-a, t.revision)
@pytest.mark.parametrize("g,n,o,ph",[("ptipasspass",3,{},"reveal"),("trio",4,{"equipes":"yes"},"exchange"),("tripot",3,{},"resolve"),("cappuccino",2,{"avancee":"yes"},"stack")])
@visiting
async def test_b(home,g,n,o,ph):
    t = await home.start(g,n,**o)
    a=time.time()
    t = await home.reach(t,ph,quick_mind())
    print("TIME",g,time.time()-a, t.revision)
    print(read(home.board(t)))
@visiting
async def test_c(home): pass
